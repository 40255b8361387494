import { ActionIcon, Button, Kbd } from '@mantine/core'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../api/login.ts'
import { useTexts } from '../text/text.ts'
import { pageNames } from './menu.ts'
import { shellTexts } from './shell-texts.ts'
import { useMenu } from './use-menu.ts'

export function SearchButton() {
  const t = useTexts(shellTexts)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<Kbd size="xs">⌘K</Kbd>}
        onClick={spotlight.open}
      >
        {t.search}
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        hiddenFrom="sm"
        aria-label={t.search}
        onClick={spotlight.open}
      >
        <Search size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}

/** Every page, and any transaction, from the keyboard. */
export function SearchPalette() {
  const t = useTexts(shellTexts)
  const names = useTexts(pageNames)
  const { merchant, operator } = useMenu()
  const navigate = useNavigate()
  const [query, setQuery] = useState('')
  const text = query.trim()
  // The gateway searches by two letters or more.
  const canSearch = useMay().atAccount('transactions:read') && text.length >= 2
  const matches = [...merchant, ...operator].filter(({ name }) =>
    plain(names[name]).includes(plain(query)),
  )
  return (
    <Spotlight.Root query={query} onQueryChange={setQuery} shortcut={['mod + K', '/']}>
      <Spotlight.Search
        placeholder={t.searchHint}
        aria-label={t.search}
        leftSection={<Search size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {matches.length === 0 && !canSearch && <Spotlight.Empty>{t.searchEmpty}</Spotlight.Empty>}
        {matches.map(({ to, name, icon: Icon }) => (
          <Spotlight.Action
            key={to}
            label={names[name]}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => navigate({ to })}
          />
        ))}
        {canSearch && (
          <Spotlight.Action
            label={t.searchTransactions(text)}
            leftSection={<Search size={18} aria-hidden />}
            onClick={() => navigate({ to: '/transactions', search: { search: text } })}
          />
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
