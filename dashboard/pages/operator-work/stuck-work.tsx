import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StuckWorkWire } from '../../../contract/work.ts'
import { useMay } from '../../api/login.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { Card } from '../../parts/card.tsx'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { FilterBar } from '../../parts/filter-bar.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { OpeningId, SaleLink } from '../../parts/object-links.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { Money, State, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { workTarget } from './work-target.ts'
import { stuckNames, workTexts } from './work-texts.ts'

/** Work without success for longer than normal, each item with what to do about it. */
export function StuckWork() {
  const t = useTexts(workTexts)
  const kinds = useTexts(stuckNames)
  const filters = useFilters(['kind'])
  const list = useList<StuckWorkWire>('/api/admin/work/stuck', filters.values)
  return (
    <Card title={t.stuck} lead={t.stuckLead}>
      <Stack>
        {(list.rows.length > 0 || filters.isAny) && (
          <FilterBar onClear={filters.isAny ? filters.clear : undefined}>
            <ChoiceFilter
              name={t.kind}
              names={kinds}
              value={filters.values.kind}
              onChange={(kind) => filters.set({ kind })}
            />
          </FilterBar>
        )}
        {list.isPending && <RowsSkeleton />}
        {list.error && <Failure error={list.error} retry={list.refetch} />}
        {!list.isPending && !list.error && list.rows.length === 0 && (
          <Group gap="sm" wrap="nowrap" align="flex-start">
            <State tone="good">{t.nothingStuck}</State>
            <Text size="sm" c="dimmed">
              {t.nothingStuckText}
            </Text>
          </Group>
        )}
        {list.rows.map((item) => (
          <StuckItem key={`${item.kind} ${item.id}`} item={item} />
        ))}
        <MoreButton list={list} />
      </Stack>
    </Card>
  )
}

function StuckItem({ item }: { readonly item: StuckWorkWire }) {
  const t = useTexts(workTexts)
  const kinds = useTexts(stuckNames)
  const { number } = useFormat()
  const { nameOf } = useProviders()
  return (
    <Stack gap="xs" className="card" p="md" component="article">
      <Group justify="space-between">
        <Group gap="xs">
          <State tone="bad">{kinds[item.kind]}</State>
          <Text span size="sm" fw={600}>
            <StuckAccount item={item} />
          </Text>
        </Group>
        {item.amount !== null && (
          <Text span fw={600}>
            <Money cents={item.amount} />
          </Text>
        )}
      </Group>
      <Text size="sm">{item.advice}</Text>
      <Facts
        rows={[
          [t.since, <When key="since" at={item.since} as="distance" />],
          [t.attempts, item.attempts === null ? null : number(item.attempts)],
          [t.nextTry, <When key="next" at={item.nextAt} as="distance" />],
          ...(item.providerId === null ? [] : [[t.provider, nameOf(item.providerId)] as const]),
          ...(item.reference === null
            ? []
            : [[t.reference, <IdText key="reference">{item.reference}</IdText>] as const]),
          ...(item.transactionId === null
            ? []
            : [[t.transaction, <StuckSale key="sale" item={item} />] as const]),
          ['id', <StuckId key="id" item={item} />],
          ...(item.lastError === null ? [] : [[t.lastError, item.lastError] as const]),
        ]}
      />
    </Stack>
  )
}

/** The account, at the part of its page that has more about the item. */
function StuckAccount({ item: { kind, accountId } }: { readonly item: StuckWorkWire }) {
  const mayRead = useMay().atOperator('accounts:read')
  const name = <AccountName id={accountId} />
  if (accountId === null || !mayRead) return name
  return (
    <Anchor
      fz="inherit"
      renderRoot={(props) => (
        <Link
          to="/operator/accounts/$id"
          params={{ id: accountId }}
          search={kind === 'webhook-addresses' ? { part: 'deliveries' } : {}}
          {...props}
        />
      )}
    >
      {name}
    </Anchor>
  )
}

function StuckSale({ item: { accountId, transactionId } }: { readonly item: StuckWorkWire }) {
  if (transactionId === null) return null
  if (accountId === null) return <IdText>{transactionId}</IdText>
  return <SaleLink accountId={accountId} id={transactionId} />
}

/** The id of the item, which leads to the page about it. */
function StuckId({ item }: { readonly item: StuckWorkWire }) {
  const target = workTarget(item.kind, item)
  if (!target || target.id !== item.id) return <IdText>{item.id}</IdText>
  return <OpeningId {...target} />
}
