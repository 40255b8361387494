import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { createPasskey } from '../api/passkey.ts'
import { Failure } from '../parts/failure.tsx'
import { useTexts } from '../text/text.ts'
import { enrollmentTexts } from './enrollment-texts.ts'

/** Creates a passkey on this device and registers it. */
export function AddPasskey({ onAdded }: { readonly onAdded: () => void }) {
  const t = useTexts(enrollmentTexts)
  const [name, setName] = useState(t.passkeyDefault)
  const add = useMutation({
    async mutationFn() {
      const options = await call<PublicKeyCredentialCreationOptionsJSON>(
        'POST',
        '/api/auth/passkeys/begin',
      )
      const response = await createPasskey(options)
      return call('POST', '/api/auth/passkeys', { body: { name, response } })
    },
    onSuccess: onAdded,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add.mutate()
      }}
    >
      <Stack>
        <Text size="sm">{t.passkeyText}</Text>
        <TextInput
          label={t.passkeyName}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
          required
          data-autofocus
        />
        {add.error && <Failure error={add.error} />}
        <Button
          type="submit"
          loading={add.isPending}
          leftSection={<Fingerprint size={18} aria-hidden />}
        >
          {t.addPasskey}
        </Button>
      </Stack>
    </form>
  )
}
