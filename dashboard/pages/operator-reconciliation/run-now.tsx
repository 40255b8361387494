import { Button, Select, Stack, Text } from '@mantine/core'
import { Play } from 'lucide-react'
import { useState } from 'react'
import type { Static } from 'typebox'
import type { ReconciliationWire } from '../../../contract/reconciliation.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { reconciliationTexts } from './reconciliation-texts.ts'

/** Reads the files of a provider now, and compares them with the books. */
export function RunNow() {
  const t = useTexts(reconciliationTexts)
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  if (!may.atOperator('reconciliation:run')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<Play size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t.runNow}
      </Button>
      <Dialog title={t.runTitle} isOpen={isOpen} onClose={close}>
        <Run onClose={close} />
      </Dialog>
    </>
  )
}

function Run({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(reconciliationTexts)
  const { all } = useProviders()
  const [providerId, setProviderId] = useState<string | null>(null)
  const run = useChange(() =>
    call<Static<typeof ReconciliationWire>>('POST', '/api/admin/reconciliation/run', {
      body: { providerId },
    }),
  )
  const done = run.data
  return (
    <Stack>
      <Text size="sm">{t.runText}</Text>
      <Select
        label={t.providerName}
        data={all.map(({ id, name }) => ({ value: id, label: name }))}
        value={providerId}
        onChange={(id) => {
          run.reset()
          setProviderId(id)
        }}
        searchable
        data-autofocus
      />
      {done && (
        <Text size="sm" fw={600} role="status">
          {t.runDone(done.files, done.opened)} {!done.isComplete && t.runAgain}
        </Text>
      )}
      <DialogActions
        confirm={t.runNow}
        isPending={run.isPending}
        isDisabled={providerId === null}
        error={run.error}
        onCancel={onClose}
        onConfirm={() => run.mutate()}
      />
    </Stack>
  )
}
