import '@mantine/spotlight/styles.css'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { ArrowLeftRight, History, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { transactionStatusNames } from '../../contract/status-names.ts'
import { useMay } from '../api/login.ts'
import { recentPages } from '../parts/recent-pages.ts'
import { useFormat } from '../text/format.ts'
import { methodNames } from '../text/names.ts'
import { useTexts } from '../text/text.ts'
import { pageNames } from './menu.ts'
import { shellTexts } from './shell-texts.ts'
import { useFoundTransactions } from './use-found-transactions.ts'
import { useMenu } from './use-menu.ts'

/** The search: recent pages first, then what matches the text. */
export default function SearchDialog({
  opened,
}: {
  /** How often it was opened. */
  readonly opened: number
}) {
  const t = useTexts(shellTexts)
  const [query, setQuery] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening is a new one.
  useEffect(() => {
    // It may open again while it still closes.
    setQuery('')
    spotlight.open()
  }, [opened])
  const text = query.trim()
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      attributes={{ content: { 'aria-label': t.search } }}
    >
      <Spotlight.Search
        placeholder={t.searchHint}
        aria-label={t.search}
        leftSection={<Search size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {text === '' ? <Recent /> : <Transactions text={text} />}
        <Pages text={text} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function Recent() {
  const t = useTexts(shellTexts)
  const navigate = useNavigate()
  const pages = recentPages()
  if (pages.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={t.recent}>
      {pages.map(({ path, title, section }) => (
        <Spotlight.Action
          key={path}
          label={title}
          {...(section !== undefined && { description: section })}
          leftSection={<History size={18} aria-hidden />}
          onClick={() => navigate({ to: path })}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/** Transactions that the text names, and the search in all of them. */
function Transactions({ text }: { readonly text: string }) {
  const t = useTexts(shellTexts)
  const methods = useTexts(methodNames)
  const statuses = useTexts(transactionStatusNames)
  const { money, instant } = useFormat()
  const navigate = useNavigate()
  const isPermitted = useMay().atAccount('transactions:read')
  const found = useFoundTransactions(text, isPermitted)
  if (!isPermitted) return null
  return (
    <Spotlight.ActionsGroup label={t.transactions}>
      {found.map(({ id, amount, status, customer, externalRef, paymentMethod, createdAt }) => (
        <Spotlight.Action
          key={id}
          label={`${money(amount)} · ${statuses[status]}`}
          description={[
            customer?.name ?? customer?.email,
            externalRef,
            methods[paymentMethod],
            instant(createdAt),
          ]
            .filter(Boolean)
            .join(' · ')}
          leftSection={<ArrowLeftRight size={18} aria-hidden />}
          onClick={() => navigate({ to: '/transactions/$id', params: { id } })}
        />
      ))}
      <Spotlight.Action
        // The gateway searches by two letters or more.
        disabled={text.length < 2}
        label={t.searchTransactions(text)}
        leftSection={<Search size={18} aria-hidden />}
        onClick={() => navigate({ to: '/transactions', search: { search: text } })}
      />
    </Spotlight.ActionsGroup>
  )
}

function Pages({ text }: { readonly text: string }) {
  const t = useTexts(shellTexts)
  const names = useTexts(pageNames)
  const { merchant, operator } = useMenu()
  const navigate = useNavigate()
  const matches = [...merchant, ...operator].filter(({ name }) =>
    plain(names[name]).includes(plain(text)),
  )
  if (matches.length === 0) return null
  return (
    <Spotlight.ActionsGroup label={t.pages}>
      {matches.map(({ to, name, icon: Icon }) => (
        <Spotlight.Action
          key={to}
          label={names[name]}
          leftSection={<Icon size={18} aria-hidden />}
          onClick={() => navigate({ to })}
        />
      ))}
    </Spotlight.ActionsGroup>
  )
}

/** Without case and accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
