import { Button, PasswordInput, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { Failure } from '../parts/failure.tsx'
import { useTexts } from '../text/text.ts'
import { Entrance } from './entrance.tsx'
import { signInTexts } from './sign-in-texts.ts'

/** Where the link of the mail leads to. The token stands behind the hash. */
export default function PasswordResetPage() {
  const t = useTexts(signInTexts)
  const token = useLocation({ select: ({ hash }) => hash })
  const client = useQueryClient()
  const navigate = useNavigate()
  const [password, setPassword] = useState('')
  const reset = useMutation({
    mutationFn: () => call('POST', '/api/auth/password/reset', { body: { token, password } }),
    async onSuccess() {
      notifications.show({ message: t.resetDone, color: 'guiche' })
      client.clear()
      await navigate({ to: '/sign-in', replace: true })
    },
  })
  const isOver = reset.error instanceof ApiError && reset.error.code === 'link-not-valid'
  if (isOver || token === '')
    return (
      <Entrance title={t.linkTitle} lead={t.resetLinkText}>
        <Stack>
          <Button renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
            {t.anotherLink}
          </Button>
        </Stack>
      </Entrance>
    )
  const refused = fieldErrors(reset.error).password
  return (
    <Entrance title={t.resetTitle} lead={t.resetText}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          reset.mutate()
        }}
      >
        <Stack>
          <PasswordInput
            label={t.newPassword}
            description={t.passwordHint}
            autoComplete="new-password"
            required
            autoFocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={refused}
          />
          {reset.error && !refused && <Failure error={reset.error} />}
          <Button type="submit" loading={reset.isPending}>
            {t.save}
          </Button>
        </Stack>
      </form>
    </Entrance>
  )
}
