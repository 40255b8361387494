import { Button, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { factorsQuery } from '../second-factor/factors.ts'
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx'
import { useTexts } from '../text/text.ts'
import { Failure } from './failure.tsx'
import { partTexts } from './part-texts.ts'
import { RowsSkeleton } from './skeletons.tsx'

export interface ProofModalProps {
  readonly isOpen: boolean
  readonly finish: (isShown: boolean) => void
}

/** Above a dialog whose change asked for it. */
export default function ProofModal({ isOpen, finish }: ProofModalProps) {
  const t = useTexts(partTexts)
  return (
    <Modal opened={isOpen} onClose={() => finish(false)} title={t.proofTitle} zIndex={400} centered>
      <Proof onShown={() => finish(true)} />
    </Modal>
  )
}

function Proof({ onShown }: { readonly onShown: () => void }) {
  const t = useTexts(partTexts)
  const { data: factors, error, refetch } = useQuery(factorsQuery)
  if (error && !factors) return <Failure error={error} retry={refetch} />
  if (!factors) return <RowsSkeleton rows={3} />
  if (!factors.hasTotp && !factors.hasPasskey) return <PasswordProof onShown={onShown} />
  return (
    <Stack>
      <Text size="sm">{t.proofText}</Text>
      <SecondFactorForm
        factors={factors}
        show={async (body) => {
          await call('POST', '/api/auth/proof', { body })
          onShown()
        }}
      />
    </Stack>
  )
}

/** For a person without a second factor. */
function PasswordProof({ onShown }: { readonly onShown: () => void }) {
  const t = useTexts(partTexts)
  const [password, setPassword] = useState('')
  const show = useMutation({
    mutationFn: () => call('POST', '/api/auth/proof', { body: { password } }),
    onSuccess: onShown,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        show.mutate()
      }}
    >
      <Stack>
        <Text size="sm">{t.proofPassword}</Text>
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          data-autofocus
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {show.error && <Failure error={show.error} />}
        <Button type="submit" loading={show.isPending}>
          {t.confirm}
        </Button>
      </Stack>
    </form>
  )
}
