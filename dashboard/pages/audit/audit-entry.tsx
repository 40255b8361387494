import { Box, Table, Text } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import type { AuditEntryWire } from '../../../contract/audit.ts'
import { AccountName } from '../../parts/account-name.tsx'
import { IdText } from '../../parts/code.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Nothing } from '../../parts/values.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import classes from './audit-entry.module.css'
import { auditTexts } from './audit-texts.ts'
import { changesOf } from './changes.ts'

/** One entry: its sentence, and behind it what changed and from where. */
export function AuditEntry({
  entry,
  showsAccount,
}: {
  readonly entry: AuditEntryWire
  readonly showsAccount: boolean
}) {
  const t = useTexts(auditTexts)
  const { time } = useFormat()
  const { at, sentence, action, address, requestId, object, before, after } = entry
  const changes = changesOf(before, after)
  return (
    <details className={classes.entry}>
      <summary>
        <ChevronRight size={14} aria-hidden />
        <Text component="time" dateTime={at} size="sm" c="dimmed">
          {time(at)}
        </Text>
        <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Text>
      </summary>
      <Box p="md">
        <Facts
          rows={[
            ...(showsAccount
              ? [[t.account, <AccountName key="account" id={entry.accountId} />] as const]
              : []),
            [t.action, <code key="action">{action}</code>],
            [t.object, object.name ?? <IdText key="object">{object.id}</IdText>],
            ...(address === null ? [] : [[t.address, address] as const]),
            ...(requestId === null
              ? []
              : [[t.request, <IdText key="request">{requestId}</IdText>] as const]),
          ]}
        />
        {changes.length > 0 && <Changes changes={changes} />}
      </Box>
    </details>
  )
}

function Changes({ changes }: { readonly changes: ReturnType<typeof changesOf> }) {
  const t = useTexts(auditTexts)
  const valueText = (value: unknown) => {
    if (value === null || value === undefined) return <Nothing />
    if (typeof value === 'boolean') return value ? t.yes : t.no
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
  return (
    <WideTable label={t.changes} minWidth={360}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.field}</Table.Th>
          <Table.Th>{t.before}</Table.Th>
          <Table.Th>{t.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, before, after }) => (
          <Table.Tr key={field}>
            <Table.Td className="code">{field}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueText(before)}</Table.Td>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>{valueText(after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
