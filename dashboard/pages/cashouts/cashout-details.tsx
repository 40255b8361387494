import { Alert, Grid, Stack, Text } from '@mantine/core'
import { Clock } from 'lucide-react'
import type { CashoutWire } from '../../../contract/cashout.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Rows } from '../../parts/rows.tsx'
import { Money, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { isWaiting } from './cashout-state.tsx'
import { accountKindNames, cancelReasons, cashoutTexts, pixTypeNames } from './cashouts-texts.ts'
import { Receipt } from './receipt.tsx'
import { UnverifiedKey } from './unverified-key.tsx'

/**
 * What was requested, what it costs, and the receipt, for its merchant and for the operator.
 * `query`: the key that the cashout was read with.
 */
export function CashoutDetails({
  cashout,
  query,
  receiptPath,
}: {
  readonly cashout: CashoutWire
  readonly query: readonly string[]
  readonly receiptPath: string
}) {
  return (
    <>
      <Waiting cashout={cashout} />
      <UnverifiedKey isKeyVerified={cashout.isKeyVerified} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Details cashout={cashout} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <CashoutMoney cashout={cashout} />
            {cashout.endToEndId && <Receipt path={receiptPath} of={query} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  )
}

/** What the cashout waits for. */
function Waiting({ cashout }: { readonly cashout: CashoutWire }) {
  const t = useTexts(cashoutTexts)
  const { money, instant } = useFormat()
  const { status, approval, amount, notBefore } = cashout
  const text = isWaiting(cashout)
    ? approval?.by === 'person'
      ? approval.cause === 'owner'
        ? t.waitsOwner
        : t.waitsText(money(amount))
      : t.waitsProgram
    : status === 'PENDING' && notBefore
      ? t.notBefore(instant(notBefore))
      : null
  if (!text) return null
  return (
    <Alert color="orange" variant="light" icon={<Clock aria-hidden />}>
      {text}
    </Alert>
  )
}

function CashoutMoney({ cashout }: { readonly cashout: CashoutWire }) {
  const t = useTexts(cashoutTexts)
  const { amount, fee, totalAmount, refundedAmount } = cashout
  return (
    <Card title={t.money}>
      <Rows
        rows={[
          [t.receives, <Money key="amount" cents={amount} />],
          [t.fee, <Money key="fee" cents={fee} />],
          [t.total, <Money key="total" cents={totalAmount} />, 'total'],
          [t.returned, refundedAmount > 0 && <Money cents={refundedAmount} />],
        ]}
      />
    </Card>
  )
}

function Details({ cashout }: { readonly cashout: CashoutWire }) {
  const t = useTexts(cashoutTexts)
  const types = useTexts(pixTypeNames)
  const reasons = useTexts(cancelReasons)
  const kinds = useTexts(accountKindNames)
  const { approval, receiver, endToEndId, externalRef, bankAccount } = cashout
  const reason =
    cashout.refusedReason ?? (cashout.canceledReason && reasons[cashout.canceledReason])
  return (
    <Card title={t.details}>
      <Rows
        rows={[
          [t.reason, approval?.reason ? `${reason ?? ''} ${approval.reason}`.trim() : reason],
          [t.pixKey, !bankAccount && `${cashout.pixKey} (${types[cashout.pixType]})`],
          [t.code, cashout.qrcode && <IdText>{cashout.qrcode}</IdText>],
          [t.ispb, bankAccount?.ispb],
          [t.branch, bankAccount?.branch],
          [t.accountNumber, bankAccount?.number],
          [t.accountKind, bankAccount && kinds[bankAccount.type]],
          [t.receiver, receiver?.name ?? cashout.beneficiaryName],
          [t.document, receiver?.document ?? cashout.beneficiaryDocument],
          [t.description, cashout.description],
          [t.reference, externalRef && <IdText>{externalRef}</IdText>],
          [t.origin, cashout.origin === 'schedule' ? t.bySchedule : t.byRequest],
          [t.requestedBy, approval?.requestedBy?.name],
          [t.decidedBy, approval?.decidedBy],
          [t.created, <When key="created" at={cashout.createdAt} />],
          [t.completed, cashout.completedAt && <When at={cashout.completedAt} />],
          [t.id, <IdText key="id">{cashout.id}</IdText>],
          ['EndToEndId', endToEndId && <IdText>{endToEndId}</IdText>],
        ]}
      />
      {receiver?.name && (
        <Text size="xs" c="dimmed">
          {t.bankName}
        </Text>
      )}
    </Card>
  )
}
