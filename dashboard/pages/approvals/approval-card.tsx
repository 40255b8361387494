import { Stack, Table, Text } from '@mantine/core'
import type { AccountApprovalWire, ApprovalWire } from '../../../contract/approval.ts'
import { changedFieldName, changedFieldValue } from '../../../contract/changed-field.ts'
import { Card } from '../../parts/card.tsx'
import { IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { Money, State, type Tone, When } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useLanguage, useTexts } from '../../text/text.ts'
import { cashoutTexts } from '../cashouts/cashouts-texts.ts'
import { UnverifiedKey } from '../cashouts/unverified-key.tsx'
import { ApprovalResult } from './approval-result.tsx'
import { approvalStatusNames, approvalTexts, problemTexts } from './approvals-texts.ts'
import { Decision } from './decision.tsx'

/** The routes of one approval. */
export interface Paths {
  readonly approve: string
  readonly reject: string
  readonly withdraw: string
  /** Null: nothing is created. */
  readonly result: string | null
}

const tones: Readonly<Record<ApprovalWire['status'], Tone>> = {
  PENDING: 'attention',
  APPROVED: 'waiting',
  DONE: 'good',
  FAILED: 'bad',
  REJECTED: 'neutral',
  WITHDRAWN: 'neutral',
  EXPIRED: 'neutral',
}

/** One request: what changes, who asked, and the decision. */
export function ApprovalCard({
  approval,
  paths,
}: {
  readonly approval: ApprovalWire | AccountApprovalWire
  readonly paths: Paths
}) {
  const t = useTexts(approvalTexts)
  const statuses = useTexts(approvalStatusNames)
  const problems = useTexts(problemTexts)
  const { status, summary, requestedBy, decidedBy, mayNotDecide } = approval
  return (
    <Card title={summary} aside={<State tone={tones[status]}>{statuses[status]}</State>}>
      <Stack gap="md">
        {isCashout(approval) ? <Cashout approval={approval} /> : <Changes approval={approval} />}
        <Facts
          rows={[
            [t.askedBy, requestedBy.name],
            [t.asked, <When key="asked" at={approval.requestedAt} as="distance" />],
            ...(status === 'PENDING'
              ? [[t.expires, <When key="expires" at={approval.expiresAt} />] as const]
              : [
                  [t.decidedBy, decidedBy?.name] as const,
                  [t.reason, approval.decision ?? approval.failure] as const,
                ]),
          ]}
        />
      </Stack>
      {status === 'PENDING' && <Decision approval={approval} paths={paths} />}
      {status === 'PENDING' && mayNotDecide !== null && (
        <Text size="sm" c="dimmed" mt="sm">
          {problems[mayNotDecide]}
        </Text>
      )}
      {status === 'DONE' && paths.result !== null && (
        <ApprovalResult approval={approval} path={paths.result} />
      )}
    </Card>
  )
}

const isCashout = (approval: ApprovalWire | AccountApprovalWire): boolean =>
  'kind' in approval && approval.kind === 'cashout'

/** The money of a cashout, and where it goes. */
function Cashout({ approval: { after } }: Pick<Parameters<typeof ApprovalCard>[0], 'approval'>) {
  const t = useTexts(approvalTexts)
  const shared = useTexts(cashoutTexts)
  const { amount, fee, pixKey, qrcode, isKeyVerified, beneficiaryName, cause } = after
  return (
    <>
      <Facts
        rows={[
          [t.amount, typeof amount === 'number' && <Money key="amount" cents={amount} />],
          [t.fee, typeof fee === 'number' && <Money key="fee" cents={fee} />],
          [t.pixKey, textOf(pixKey)],
          [shared.code, typeof qrcode === 'string' && <IdText key="code">{qrcode}</IdText>],
          [t.beneficiary, textOf(beneficiaryName)],
          [t.why, cause === 'owner' && t.notKnownAsOwn],
        ]}
      />
      <UnverifiedKey isKeyVerified={isKeyVerified} />
    </>
  )
}

/** An address is one long word, and its end is what the person approves. */
const wrapping = { overflowWrap: 'anywhere' } as const

/** Each field as it is, and as it will be. */
function Changes({
  approval: { before, after },
}: Pick<Parameters<typeof ApprovalCard>[0], 'approval'>) {
  const t = useTexts(approvalTexts)
  const { language } = useLanguage()
  const { money } = useFormat()
  const { nameOf } = useProviders()
  const shown = (field: string, value: unknown) =>
    changedFieldValue(field, value, { language, money, provider: nameOf })
  const fields = Object.keys(after)
  if (fields.length === 0) return null
  return (
    <Table withTableBorder aria-label={t.after}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.field}</Table.Th>
          <Table.Th>{t.before}</Table.Th>
          <Table.Th>{t.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {fields.map((field) => (
          <Table.Tr key={field}>
            <Table.Td>{changedFieldName(field, language)}</Table.Td>
            <Table.Td style={wrapping}>{shown(field, before[field])}</Table.Td>
            <Table.Td style={wrapping}>{shown(field, after[field])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const textOf = (value: unknown): string =>
  value === undefined || value === null
    ? '—'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
