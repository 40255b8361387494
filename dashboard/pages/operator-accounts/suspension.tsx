import { Button, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AccountWire } from '../../../contract/account.ts'
import { call } from '../../api/client.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { useTexts } from '../../text/text.ts'
import { accountTexts } from './accounts-texts.ts'

interface Shown {
  readonly account: AccountWire
}

/** Suspends an account, or ends the suspension. */
export function Suspension({ account }: Shown) {
  const t = useTexts(accountTexts)
  const [isOpen, setOpen] = useState(false)
  const isActive = account.status === 'active'
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {isActive ? t.suspend : t.resume}
      </Button>
      <Dialog
        title={isActive ? t.suspendTitle(account.name) : t.resume}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <Confirmation account={account} close={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Confirmation({ account, close }: Shown & { readonly close: () => void }) {
  const t = useTexts(accountTexts)
  // What the dialog asked stays the same while the page reads the account again.
  const [isActive] = useState(account.status === 'active')
  const change = useGuardedChange<void, AccountWire>(
    () =>
      call('PATCH', `/api/admin/accounts/${account.id}`, {
        body: { status: isActive ? 'suspended' : 'active' },
      }),
    { done: isActive ? t.suspended : t.resumed, onDone: close },
  )
  if (change.waiting) return <WaitsForSecondPerson onClose={close} />
  return (
    <Stack>
      {isActive ? <Effects /> : <Text size="sm">{t.resumeText}</Text>}
      <DialogActions
        confirm={isActive ? t.suspend : t.resume}
        isDangerous={isActive}
        isPending={change.isPending}
        error={change.error}
        onCancel={close}
        onConfirm={() => change.mutate()}
      />
    </Stack>
  )
}

/** What a suspension stops, and what goes on. */
function Effects() {
  const t = useTexts(accountTexts)
  return (
    <>
      <Effect title={t.stops} lines={[t.stopsKeys, t.stopsMoney, t.stopsPeople]} />
      <Effect title={t.goesOn} lines={[t.goesOnPayments, t.goesOnWebhooks, t.goesOnDeadlines]} />
    </>
  )
}

function Effect({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {title}
      </Text>
      <List size="sm" spacing={4} pr="md">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  )
}
