import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../api/login.ts'
import { useTexts } from '../../text/text.ts'
import { developerTexts } from './developers-texts.ts'

const tabs = [
  { to: '/developers', name: 'keys', needs: 'keys:read' },
  { to: '/developers/requests', name: 'requests', needs: 'requests:read' },
  { to: '/developers/events', name: 'events', needs: 'events:read' },
] as const

/** What a program uses of the account, in tabs. */
export function DevelopersTabs({ value }: { readonly value: (typeof tabs)[number]['to'] }) {
  const t = useTexts(developerTexts)
  const may = useMay()
  const navigate = useNavigate()
  return (
    <Tabs value={value} onChange={(to) => navigate({ to: to ?? value })}>
      <Tabs.List>
        {tabs
          .filter(({ needs }) => may.atAccount(needs))
          .map(({ to, name }) => (
            <Tabs.Tab key={to} value={to}>
              {t[name]}
            </Tabs.Tab>
          ))}
      </Tabs.List>
    </Tabs>
  )
}
