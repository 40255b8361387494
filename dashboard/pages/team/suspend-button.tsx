import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { PeopleWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { ConfirmButton, Dialog, DialogActions } from '../../parts/dialog.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { useTexts } from '../../text/text.ts'
import { teamTexts } from './team-texts.ts'

type Person = PeopleWire['persons'][number]

const suspensionOf = ({ id }: Person) => `/api/admin/people/${id}/suspension`

/** Suspends a person of any account, or lets a suspended one sign in again. */
export function SuspendButton({ person }: { readonly person: Person }) {
  const t = useTexts(teamTexts)
  const { name, status } = person
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return status === 'active' ? (
    <ConfirmButton
      button={t.suspend}
      label={t.suspendOf(name)}
      variant="subtle"
      size="xs"
      title={t.suspendOf(name)}
      confirm={t.suspend}
      done={t.wasSuspended}
      isDangerous
      run={() => call('POST', suspensionOf(person), { body: {} })}
    >
      <Text size="sm">{t.suspendText(name)}</Text>
    </ConfirmButton>
  ) : (
    <>
      <Button
        size="xs"
        variant="subtle"
        aria-label={t.reactivateOf(name)}
        onClick={() => setOpen(true)}
      >
        {t.reactivate}
      </Button>
      <Dialog title={t.reactivateOf(name)} isOpen={isOpen} onClose={close}>
        <Reactivation person={person} onDone={close} />
      </Dialog>
    </>
  )
}

function Reactivation({
  person,
  onDone,
}: {
  readonly person: Person
  readonly onDone: () => void
}) {
  const t = useTexts(teamTexts)
  const reactivate = useGuardedChange<void, object>(
    async () => (await call<object | null>('DELETE', suspensionOf(person))) ?? {},
    { done: t.wasReactivated, onDone },
  )
  if (reactivate.waiting) return <WaitsForSecondPerson onClose={onDone} />
  return (
    <Stack>
      <Text size="sm">{t.reactivateText(person.name)}</Text>
      <DialogActions
        confirm={t.reactivate}
        isPending={reactivate.isPending}
        error={reactivate.error}
        onCancel={onDone}
        onConfirm={() => reactivate.mutate(undefined)}
      />
    </Stack>
  )
}
