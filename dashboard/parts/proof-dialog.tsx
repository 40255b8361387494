import { Button, Modal, PasswordInput, PinInput, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, proof } from '../api/client.ts'
import { loginQuery } from '../api/login.ts'
import { useTexts } from '../text/text.ts'
import { Failure } from './failure.tsx'
import { partTexts } from './part-texts.ts'

/** Asks for the second factor when a change needs it, and repeats the change. */
export function ProofDialog() {
  const t = useTexts(partTexts)
  const [isOpen, setOpen] = useState(false)
  const waiting = useRef<((shown: boolean) => void)[]>([])
  const { data: login } = useQuery({ ...loginQuery, enabled: isOpen })
  const form = useForm({ initialValues: { code: '', password: '' } })
  useEffect(() => {
    proof.ask = () =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
        setOpen(true)
      })
  }, [])
  const finish = (shown: boolean) => {
    setOpen(false)
    form.reset()
    for (const resolve of waiting.current.splice(0)) resolve(shown)
  }
  const hasCode = login?.person.hasSecondFactor ?? true
  const show = useMutation({
    mutationFn: ({ code, password }: typeof form.values) =>
      call('POST', '/api/auth/proof', { body: hasCode ? { code } : { password } }),
    onSuccess: () => finish(true),
  })
  return (
    <Modal opened={isOpen} onClose={() => finish(false)} title={t.proofTitle} centered>
      <form onSubmit={form.onSubmit((values) => show.mutate(values))}>
        <Stack>
          <Text size="sm">{t.proofText}</Text>
          {hasCode ? (
            <PinInput
              length={6}
              type="number"
              oneTimeCode
              aria-label={t.code}
              data-autofocus
              {...form.getInputProps('code')}
            />
          ) : (
            <PasswordInput
              label={t.password}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('password')}
            />
          )}
          {show.error && <Failure error={show.error} />}
          <Button type="submit" loading={show.isPending}>
            {t.confirm}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
