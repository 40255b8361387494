import { Anchor, Box, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BlockedPartWire } from '../../../contract/wallet.ts'
import { Card } from '../../parts/card.tsx'
import { EntryTable } from '../../parts/entry-table.tsx'
import { Failure } from '../../parts/failure.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useList } from '../../parts/use-list.ts'
import { Money } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { balanceTexts, blockedNames } from './balance-texts.ts'

/** Every refund, dispute and cashout that holds money, with the entries that hold it. */
export function Blocked() {
  const t = useTexts(balanceTexts)
  const list = useList<BlockedPartWire>('/api/user/wallet/blocked', {})
  return (
    <Card title={t.madeOf}>
      {list.isPending && <RowsSkeleton rows={2} />}
      {list.error && <Failure error={list.error} retry={list.refetch} />}
      {!list.isPending && list.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.nothing}
        </Text>
      )}
      <Stack gap={4}>
        {list.rows.map((part) => (
          <Part key={part.id} part={part} />
        ))}
      </Stack>
      <MoreButton list={list} />
    </Card>
  )
}

function Part({ part }: { readonly part: BlockedPartWire }) {
  const t = useTexts(balanceTexts)
  const names = useTexts(blockedNames)
  const { money } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const action = isOpen ? t.hideEntries : t.showEntries
  return (
    <Box py={6} style={{ borderTop: '1px solid var(--line)' }}>
      <Group justify="space-between">
        <PartLink part={part} />
        <Group gap="md">
          <Text fw={600}>
            <Money cents={part.amount} />
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={`${action}: ${names[part.type]}, ${money(part.amount)}`}
            onClick={() => setOpen(!isOpen)}
          >
            {action}
          </Button>
        </Group>
      </Group>
      {isOpen && <EntryTable query={{ causeId: part.id }} />}
    </Box>
  )
}

function PartLink({ part: { type, id, transactionId } }: { readonly part: BlockedPartWire }) {
  const names = useTexts(blockedNames)
  if (type === 'cashout')
    return (
      <Anchor renderRoot={(props) => <Link to="/cashouts/$id" params={{ id }} {...props} />}>
        {names[type]}
      </Anchor>
    )
  if (type === 'dispute')
    return (
      <Anchor renderRoot={(props) => <Link to="/disputes/$id" params={{ id }} {...props} />}>
        {names[type]}
      </Anchor>
    )
  return (
    <Anchor
      renderRoot={(props) => (
        <Link to="/transactions/$id" params={{ id: transactionId ?? id }} {...props} />
      )}
    >
      {names[type]}
    </Anchor>
  )
}
