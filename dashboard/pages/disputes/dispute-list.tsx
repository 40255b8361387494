import { SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DisputeWire } from '../../../contract/dispute.ts'
import { useRereadOnEvents } from '../../live/use-reread.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { useTexts } from '../../text/text.ts'
import { disputeStatusNames, disputeTexts } from './disputes-texts.ts'

/** Disputes by status: those of the account, or of all accounts for the operator. */
export function DisputeList<Row extends DisputeWire>({
  path,
  columns,
  empty,
}: {
  readonly path: string
  readonly columns: readonly Column<Row>[]
  readonly empty: ReactNode
}) {
  const t = useTexts(disputeTexts)
  const statuses = useTexts(disputeStatusNames)
  const filters = useFilters(['status'])
  const list = useList<Row>(path, filters.values)
  useRereadOnEvents([['list', path]], ({ type }) => isOfDispute(type))
  return (
    <>
      <SegmentedControl
        aria-label={t.status}
        data={[
          { value: '', label: t.all },
          ...Object.entries(statuses).map(([value, label]) => ({ value, label })),
        ]}
        value={filters.values.status ?? ''}
        onChange={(status) => filters.set({ status })}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      <Card flush>
        <DataList
          list={list}
          columns={columns}
          rowKey={({ id }) => id}
          label={t.title}
          hasFilters={filters.isAny}
          onClearFilters={filters.clear}
          empty={empty}
        />
      </Card>
    </>
  )
}

/** Disputes have no events of their own: they are in those of their sale. */
const isOfDispute = (type: string): boolean =>
  /^transaction\.(?:dispute_|in_protest|chargedback)/.test(type)
