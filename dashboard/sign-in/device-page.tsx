import { Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useLogin } from '../api/login.ts'
import { Failure } from '../parts/failure.tsx'
import { useTexts } from '../text/text.ts'
import { Entrance } from './entrance.tsx'
import { signInTexts } from './sign-in-texts.ts'

/** Where a command line sends the person who signs it in. */
export default function DevicePage() {
  const t = useTexts(signInTexts)
  const { person } = useLogin()
  const { code: sent = '' } = useSearch({ strict: false })
  const [userCode, setCode] = useState(sent)
  const decide = useMutation({
    mutationFn: (isApproved: boolean) =>
      call('POST', '/api/auth/device/decision', { body: { userCode, isApproved } }),
  })
  if (decide.isSuccess)
    return (
      <Entrance
        title={decide.variables ? t.allowedTitle : t.deniedTitle}
        lead={<span role="status">{decide.variables ? t.allowedText : t.deniedText}</span>}
      >
        <Stack>
          <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
            {t.toDashboard}
          </Button>
        </Stack>
      </Entrance>
    )
  return (
    <Entrance title={t.deviceTitle} lead={t.deviceText(person.name)}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          decide.mutate(true)
        }}
      >
        <Stack>
          <TextInput
            label={t.deviceCode}
            value={userCode}
            onChange={(event) => setCode(event.currentTarget.value)}
            readOnly={sent !== ''}
            required
            autoComplete="off"
            size="lg"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
          {decide.error && <Failure error={decide.error} />}
          <Button type="submit" loading={decide.isPending && decide.variables}>
            {t.allow}
          </Button>
          <Button
            variant="default"
            loading={decide.isPending && !decide.variables}
            onClick={() => decide.mutate(false)}
          >
            {t.deny}
          </Button>
        </Stack>
      </form>
    </Entrance>
  )
}
