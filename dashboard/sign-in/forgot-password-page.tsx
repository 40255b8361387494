import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { Failure } from '../parts/failure.tsx'
import { useTexts } from '../text/text.ts'
import { Entrance } from './entrance.tsx'
import { signInTexts } from './sign-in-texts.ts'

/** Asks for a link to choose another password. The response is the same for every address. */
export default function ForgotPasswordPage() {
  const t = useTexts(signInTexts)
  const [email, setEmail] = useState('')
  const send = useMutation({
    mutationFn: () => call('POST', '/api/auth/password/forgot', { body: { email } }),
  })
  const back = (
    <Anchor size="sm" ta="center" renderRoot={(props) => <Link to="/sign-in" {...props} />}>
      {t.back}
    </Anchor>
  )
  if (send.isSuccess)
    return (
      <Entrance title={t.sentTitle} lead={<span role="status">{t.sentText(email)}</span>}>
        <Stack>{back}</Stack>
      </Entrance>
    )
  return (
    <Entrance title={t.forgotTitle} lead={t.forgotText}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate()
        }}
      >
        <Stack>
          <TextInput
            label={t.email}
            type="email"
            autoComplete="username"
            required
            autoFocus
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {send.error && <Failure error={send.error} />}
          <Button type="submit" loading={send.isPending}>
            {t.send}
          </Button>
          {back}
        </Stack>
      </form>
    </Entrance>
  )
}
