import { AppShell, Burger, Group, NavLink, ScrollArea, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link, Outlet, useMatches, useMatchRoute } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useMay, useMembership } from '../api/login.ts'
import { EventStream } from '../live/event-stream.tsx'
import { useTexts } from '../text/text.ts'
import { AccountSwitch } from './account-switch.tsx'
import { Logo } from './logo.tsx'
import { type MenuItem, pageNames } from './menu.ts'
import { NoPermission } from './no-permission.tsx'
import { PersonMenu } from './person-menu.tsx'
import { SearchButton, SearchPalette } from './search-palette.tsx'
import { shellTexts } from './shell-texts.ts'
import { useMenu } from './use-menu.ts'

/** The frame of every page behind the login. */
export function Shell() {
  const [isOpen, menu] = useDisclosure()
  const [searches, setSearches] = useState(0)
  const search = () => setSearches((before) => before + 1)
  const t = useTexts(shellTexts)
  const { merchant, operator } = useMenu()
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu.
  useEffect(() => menu.close(), [path])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className="skip" href="#page">
        {t.skip}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={menu.toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t.menu}
            />
            <Logo />
            <AccountSwitch />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SearchButton onOpen={search} />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t.menu}>
        <ScrollArea type="never">
          <MenuSection items={merchant} />
          {operator.length > 0 && (
            <>
              <Text size="xs" c="dimmed" fw={600} px="sm" pt="lg" pb={4}>
                {t.operator}
              </Text>
              <MenuSection items={operator} />
            </>
          )}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1}>
        <PermittedPage />
      </AppShell.Main>
      <SearchPalette opened={searches} onOpen={search} />
      <EventStream />
    </AppShell>
  )
}

function MenuSection({ items }: { readonly items: readonly MenuItem[] }) {
  return items.map((item) => <MenuLink key={item.to} item={item} />)
}

function MenuLink({ item: { to, name, icon: Icon } }: { readonly item: MenuItem }) {
  const names = useTexts(pageNames)
  const isActive = Boolean(useMatchRoute()({ to, fuzzy: !isRoot(to) }))
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <NavLink
      ref={link}
      active={isActive}
      label={names[name]}
      leftSection={<Icon size={18} aria-hidden />}
      renderRoot={(props) => <Link to={to} activeOptions={{ exact: isRoot(to) }} {...props} />}
    />
  )
}

/** The path of an area is part of the paths of its pages. */
const isRoot = (to: MenuItem['to']): boolean => to === '/' || to === '/operator'

/** The page, or why the person may not see it. */
function PermittedPage() {
  const needs = useMatches({ select: (matches) => matches.at(-1)?.staticData.needs })
  const membership = useMembership()
  const may = useMay()
  const isPermitted =
    needs === undefined ||
    ('account' in needs ? may.atAccount(needs.account) : may.atOperator(needs.operator))
  if (!isPermitted) return <NoPermission needs={needs} />
  // Another account is another page: nothing of the first one may stay on the screen.
  return <Outlet key={membership?.accountId ?? 'operator'} />
}
