import { Anchor, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListedProviderWire } from '../../../contract/provider.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { ProviderState, useRailName } from './provider-state.tsx'
import { providerTexts } from './providers-texts.ts'

export default function ProvidersPage() {
  const t = useTexts(providerTexts)
  const list = useList<ListedProviderWire>('/api/admin/providers', {})
  const columns = useColumns()
  const add = useMay().atOperator('providers:write') && (
    <Button renderRoot={(props) => <Link to="/operator/providers/new" {...props} />}>
      {t.add}
    </Button>
  )
  return (
    <Page title={t.title} lead={t.lead} actions={add}>
      <Card flush>
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.title}
          empty={
            <EmptyPage title={t.emptyTitle} text={t.emptyText}>
              {add}
            </EmptyPage>
          }
        />
      </Card>
    </Page>
  )
}

function useColumns(): readonly Column<ListedProviderWire>[] {
  const t = useTexts(providerTexts)
  const railName = useRailName()
  const { percent, number } = useFormat()
  return [
    {
      name: t.name,
      isMain: true,
      cell: ({ id, name }) => (
        <Anchor
          className="row-link"
          c="inherit"
          fz="inherit"
          fw={600}
          renderRoot={(props) => <Link to="/operator/providers/$id" params={{ id }} {...props} />}
        >
          {name}
        </Anchor>
      ),
    },
    { name: t.state, isMain: true, cell: ({ health }) => <ProviderState state={health.state} /> },
    { name: t.rail, cell: ({ rail }) => railName(rail) },
    { name: t.calls, align: 'right', cell: ({ health }) => number(health.hour.count) },
    {
      name: t.success,
      align: 'right',
      cell: ({ health: { hour } }) => (hour.successRate === null ? '—' : percent(hour.successRate)),
    },
    {
      name: t.latency,
      align: 'right',
      cell: ({ health: { hour } }) => (hour.p50Ms === null ? '—' : `${number(hour.p50Ms)} ms`),
    },
    {
      name: t.callback,
      cell: ({ health }) => <When at={health.lastCallbackAt} as="distance" />,
    },
  ]
}
