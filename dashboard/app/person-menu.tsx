import { ActionIcon, Menu, Text, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleUserRound, Languages, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react'
import { useLogin } from '../api/login.ts'
import { useLanguage, useTexts } from '../text/text.ts'
import { pageNames } from './menu.ts'
import { shellTexts } from './shell-texts.ts'
import { useSignOut } from './use-sign-out.ts'

/** The person's own corner: language, theme, and the way out. */
export function PersonMenu() {
  const t = useTexts(shellTexts)
  const names = useTexts(pageNames)
  const { person } = useLogin()
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const schemes = [
    { scheme: 'light', text: t.light, icon: <Sun size={16} aria-hidden /> },
    { scheme: 'dark', text: t.dark, icon: <Moon size={16} aria-hidden /> },
    { scheme: 'auto', text: t.system, icon: <Monitor size={16} aria-hidden /> },
  ] as const
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`${t.person}: ${person.name}`}
        >
          <CircleUserRound size={24} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="bright" truncate>
            {person.name}
          </Text>
          <Text size="xs" truncate>
            {person.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<Settings size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/settings" {...props} />}
        >
          {names.settings}
        </Menu.Item>
        <Menu.Item
          leftSection={<Languages size={16} aria-hidden />}
          lang={language === 'pt' ? 'en' : 'pt-BR'}
          onClick={() => choose(language === 'pt' ? 'en' : 'pt')}
        >
          {t.language}
        </Menu.Item>
        {schemes
          .filter(({ scheme }) => scheme !== colorScheme)
          .map(({ scheme, text, icon }) => (
            <Menu.Item key={scheme} leftSection={icon} onClick={() => setColorScheme(scheme)}>
              {text}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<LogOut size={16} aria-hidden />}
          onClick={() => signOut.mutate()}
          disabled={signOut.isPending}
        >
          {t.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
