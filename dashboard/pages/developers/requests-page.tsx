import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import type { LoggedRequestWire } from '../../../contract/request-log.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { DevelopersTabs } from './developers-tabs.tsx'
import { developerTexts } from './developers-texts.ts'
import { RequestFilters, requestFilterNames } from './request-filters.tsx'
import { RequestPanel } from './request-panel.tsx'
import { RequestState } from './request-state.tsx'
import { requestTexts } from './request-texts.ts'

/** The requests that the programs and the people of the account made, for seven days. */
export default function RequestsPage() {
  const t = useTexts(requestTexts)
  const page = useTexts(developerTexts)
  const filters = useFilters([...requestFilterNames, 'request'])
  const { request, ...wanted } = filters.values
  const list = useList<LoggedRequestWire>('/api/user/requests', wanted)
  const isFiltered = Object.keys(wanted).length > 0
  return (
    <Page
      title={page.title}
      lead={page.lead}
      actions={
        <Button
          variant="default"
          leftSection={<RefreshCw size={16} aria-hidden />}
          onClick={list.refetch}
        >
          {t.refresh}
        </Button>
      }
    >
      <DevelopersTabs value="/developers/requests" />
      <RequestFilters filters={filters} isAny={isFiltered} />
      <Card flush>
        <DataList
          list={list}
          columns={useColumns()}
          rowKey={({ id }) => id}
          label={page.requests}
          hasFilters={isFiltered}
          onClearFilters={filters.clear}
          empty={<EmptyPage title={t.emptyTitle} text={t.emptyText} example={firstRequest} />}
        />
      </Card>
      <Text size="xs" c="dimmed">
        {t.kept}
      </Text>
      <RequestPanel id={request} onClose={() => filters.set({ request: null })} />
    </Page>
  )
}

const firstRequest = `curl -u "x:$GUICHE_SECRET_KEY" ${location.origin}/api/user/transactions`

function useColumns(): readonly Column<LoggedRequestWire>[] {
  const t = useTexts(requestTexts)
  const { number } = useFormat()
  return [
    {
      name: t.request,
      isMain: true,
      cell: ({ id, method, path }) => (
        <Anchor
          className="row-link code"
          c="inherit"
          style={{ overflowWrap: 'anywhere' }}
          renderRoot={(props) => (
            <Link
              to="/developers/requests"
              search={(before: Readonly<Record<string, string>>) => ({ ...before, request: id })}
              {...props}
            />
          )}
        >
          <b>{method}</b> {path}
        </Anchor>
      ),
    },
    {
      name: t.result,
      isMain: true,
      cell: ({ status, errorCode }) => (
        <div>
          <RequestState status={status} />
          {errorCode !== null && (
            <Text size="xs" c="dimmed" className="code">
              {errorCode}
            </Text>
          )}
        </div>
      ),
    },
    {
      name: t.actor,
      cell: ({ actor }) => <span style={{ whiteSpace: 'nowrap' }}>{actor.name}</span>,
    },
    { name: t.at, cell: ({ at }) => <When at={at} as="exactInstant" /> },
    {
      name: t.duration,
      align: 'right',
      cell: ({ durationMs }) => (
        <span className="amount">{t.milliseconds(number(Math.round(durationMs)))}</span>
      ),
    },
  ]
}
