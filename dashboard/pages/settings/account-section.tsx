import { Stack } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OwnAccountWire } from '../../../contract/account.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { State } from '../../parts/values.tsx'
import { documentText } from '../../text/document.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { accountTexts } from './account-texts.ts'
import { PriceTable } from './price-table.tsx'

const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: ({ signal }) => call<OwnAccountWire>('GET', '/api/user/account', { signal }),
})

/** What the operator agreed with the account. */
export function AccountSection() {
  const t = useTexts(accountTexts)
  const { data: account, error, refetch } = useQuery(accountQuery)
  if (error && !account) return <Failure error={error} retry={refetch} />
  if (!account) return <RowsSkeleton rows={8} />
  const { id, name, document, status, softDescriptor } = account
  return (
    <Stack gap="lg">
      <Card title={t.agreed} lead={t.agreedLead}>
        <Facts
          rows={[
            [t.name, name],
            [t.document, documentText(document)],
            [
              t.status,
              <State key="status" tone={status === 'active' ? 'good' : 'bad'}>
                {t[status]}
              </State>,
            ],
            [t.id, <IdText key="id">{id}</IdText>],
            [t.descriptor, softDescriptor],
          ]}
        />
      </Card>
      <Card title={t.methods} flush>
        <PriceTable account={account} />
      </Card>
      <Limits account={account} />
    </Stack>
  )
}

function Limits({ account }: { readonly account: OwnAccountWire }) {
  const t = useTexts(accountTexts)
  const { money } = useFormat()
  const { limits, cashout, boletoPayableDaysAfterDue, refundedFees, refundsBeyondBalance } = account
  const { boletoProtestAfterDays: protestDays, boletoOverdueInOrders } = account
  const { approval } = cashout
  return (
    <Card title={t.limits}>
      <Facts
        rows={[
          [t.sale, t.range(money(limits.minAmount), money(limits.maxAmount))],
          [t.installments, t.upTo(limits.maxInstallments)],
          [t.boletoDays, t.days(boletoPayableDaysAfterDue)],
          [t.boletoProtest, protestDays > 0 ? t.days(protestDays) : t.boletoProtestNone],
          [t.boletoOverdueInOrders, t[boletoOverdueInOrders]],
          [t.perOperation, t.upToAmount(money(cashout.limits.perOperation))],
          [t.perDay, t.upToAmount(money(cashout.limits.perDay))],
          [t.perNight, t.upToAmount(money(cashout.limits.perNight))],
          [t.approval, approval ? t.approvalAbove(money(approval.above)) : t.approvalNone],
          [t.refundedFees, t[refundedFees]],
          [t.beyondBalance, t[refundsBeyondBalance]],
        ]}
      />
    </Card>
  )
}
