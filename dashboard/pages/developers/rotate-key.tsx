import { Button, Select, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import type { KeyWire } from '../../../contract/account.ts'
import { call } from '../../api/client.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { keyTexts } from './developers-texts.ts'
import { type KeyAnswer, MadeKey } from './made-key.tsx'

/** Puts a new key in the place of this one, which stays valid for a while. */
export function RotateKey({ apiKey }: { readonly apiKey: KeyWire }) {
  const t = useTexts(keyTexts)
  const [isOpen, open] = useDisclosure()
  return (
    <>
      <Button variant="default" onClick={open.open}>
        {t.rotate}
      </Button>
      <Dialog title={t.rotateTitle(apiKey.name)} isOpen={isOpen} onClose={open.close}>
        <Rotation apiKey={apiKey} onClose={open.close} />
      </Dialog>
    </>
  )
}

/** Seconds, as texts: a choice has a text as its value. */
const hour = '3600'
const day = '86400'
const week = '604800'
const month = '2592000'

function Rotation({
  apiKey: { id },
  onClose,
}: {
  readonly apiKey: KeyWire
  readonly onClose: () => void
}) {
  const t = useTexts(keyTexts)
  const [overlap, setOverlap] = useState(day)
  const rotate = useChange(() =>
    call<KeyAnswer>('POST', `/api/user/keys/${id}/rotate`, {
      body: { overlapSeconds: Number(overlap) },
    }),
  )
  if (rotate.data) return <MadeKey answer={rotate.data} onClose={onClose} />
  return (
    <Stack>
      <Text size="sm">{t.rotateText}</Text>
      <Select
        label={t.overlap}
        data={[
          { value: '0', label: t.now },
          { value: hour, label: t.hour },
          { value: day, label: t.day },
          { value: week, label: t.week },
          { value: month, label: t.month },
        ]}
        value={overlap}
        onChange={(value) => setOverlap(value ?? day)}
        allowDeselect={false}
      />
      <DialogActions
        confirm={t.rotate}
        isPending={rotate.isPending}
        error={rotate.error}
        onCancel={onClose}
        onConfirm={() => rotate.mutate()}
      />
    </Stack>
  )
}
