import { Button, Center, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { Code } from '../parts/code.tsx'
import { Failure } from '../parts/failure.tsx'
import { useHoldOpen } from '../parts/hold-open.ts'
import { useTexts } from '../text/text.ts'
import { CodeField, type CodeFieldHandle } from './code-field.tsx'
import { enrollmentTexts } from './enrollment-texts.ts'
import { QrCode } from './qr-code.tsx'

export interface TotpSetup {
  readonly secret: string
  readonly uri: string
}

/** Begins an authenticator app: a secret that counts once its first code is confirmed. */
export const beginAuthenticator = (): Promise<TotpSetup> => call('POST', '/api/auth/totp')

/** The QR code, the secret to type, and the first code. */
export function AuthenticatorSetup({
  setup: { secret, uri },
  onCodes,
}: {
  readonly setup: TotpSetup
  /** Receives the recovery codes, which are shown once. */
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const t = useTexts(enrollmentTexts)
  const [code, setCode] = useState('')
  const field = useRef<CodeFieldHandle>(null)
  const confirm = useMutation({
    mutationFn: (shown: string) =>
      call<{ readonly recoveryCodes: readonly string[] }>('POST', '/api/auth/totp/confirm', {
        body: { code: shown },
      }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError() {
      setCode('')
      field.current?.retry()
    },
  })
  useHoldOpen(confirm.isPending)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm.mutate(code)
      }}
    >
      <Stack>
        <Text size="sm">{t.scan}</Text>
        <Center>
          <QrCode text={uri} label={t.qr} />
        </Center>
        <div>
          <Text size="sm" mb={4}>
            {t.secret}
          </Text>
          <Code>{secret.replace(/.{4}(?=.)/g, '$& ')}</Code>
        </div>
        <Text size="sm">{t.firstCode}</Text>
        <CodeField
          ref={field}
          value={code}
          onChange={setCode}
          onComplete={(complete) => confirm.mutate(complete)}
          isBusy={confirm.isPending}
        />
        {confirm.error && <Failure error={confirm.error} />}
        <Button type="submit" loading={confirm.isPending}>
          {t.confirm}
        </Button>
      </Stack>
    </form>
  )
}
