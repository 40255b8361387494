import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { useRereadOnEvents } from '../../live/use-reread.ts'
import { Card } from '../../parts/card.tsx'
import { EntryTable } from '../../parts/entry-table.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { CashoutActions } from './cashout-actions.tsx'
import { CashoutDetails } from './cashout-details.tsx'
import { CashoutState } from './cashout-state.tsx'
import { cashoutTexts } from './cashouts-texts.ts'

export default function CashoutPage() {
  const { id } = useParams({ from: '/signed-in/cashouts/$id' })
  const t = useTexts(cashoutTexts)
  const may = useMay()
  const { money } = useFormat()
  const query = ['cashout', id]
  const {
    data: cashout,
    error,
    refetch,
  } = useQuery({
    queryKey: query,
    queryFn: ({ signal }) => call<CashoutWire>('GET', `/api/user/cashout/${id}`, { signal }),
  })
  useRereadOnEvents([query, ['list']], ({ objectId }) => objectId === id)
  if (error && !cashout) return <Failure error={error} retry={refetch} />
  if (!cashout) return <PageSkeleton />
  return (
    <Page
      title={money(cashout.amount)}
      back={{ to: '/cashouts', text: t.title }}
      lead={
        <Group gap="xs">
          <CashoutState cashout={cashout} />
          <span>{cashout.receiver?.name ?? cashout.beneficiaryName ?? cashout.pixKey}</span>
        </Group>
      }
      actions={<CashoutActions cashout={cashout} />}
    >
      <CashoutDetails
        cashout={cashout}
        query={query}
        receiptPath={`/api/user/cashout/${id}/receipt`}
      />
      {may.atAccount('wallet:read') && (
        <Card title={t.entries} flush>
          <EntryTable query={{ causeId: id }} />
        </Card>
      )}
    </Page>
  )
}
