import { Anchor, Button, Divider, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Fingerprint } from 'lucide-react'
import { call } from '../api/client.ts'
import { loginQuery } from '../api/login.ts'
import { canUsePasskeys, showPasskey } from '../api/passkey.ts'
import { Failure } from '../parts/failure.tsx'
import { useTexts } from '../text/text.ts'
import { Entrance } from './entrance.tsx'
import { useGoOn } from './go-on.ts'
import { SecondFactorStep } from './second-factor-step.tsx'
import { signInTexts } from './sign-in-texts.ts'

/** Password or passkey, then the second factor where there is one. */
export default function SignInPage() {
  const { data: login } = useQuery(loginQuery)
  return login?.next === 'second-factor' ? <SecondFactorStep /> : <FirstStep />
}

function FirstStep() {
  const t = useTexts(signInTexts)
  const { next } = useSearch({ strict: false })
  return (
    <Entrance title={t.title} lead={next && t.toContinue}>
      <Stack>
        <PasswordForm />
        {canUsePasskeys() && (
          <>
            <Divider label={t.or} />
            <PasskeyButton />
          </>
        )}
      </Stack>
    </Entrance>
  )
}

function PasswordForm() {
  const t = useTexts(signInTexts)
  const goOn = useGoOn()
  const form = useForm({ initialValues: { email: '', password: '' } })
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call('POST', '/api/auth/sign-in', { body }),
    onSuccess: goOn,
  })
  return (
    <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        {signIn.error && <Failure error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending}>
          {t.submit}
        </Button>
        <Group justify="center">
          <Anchor size="sm" renderRoot={(props) => <Link to="/forgot-password" {...props} />}>
            {t.forgot}
          </Anchor>
        </Group>
      </Stack>
    </form>
  )
}

interface PasskeyBegin {
  readonly request: string
  readonly options: PublicKeyCredentialRequestOptionsJSON
}

function PasskeyButton() {
  const t = useTexts(signInTexts)
  const goOn = useGoOn()
  const signIn = useMutation({
    async mutationFn() {
      const { request, options } = await call<PasskeyBegin>(
        'POST',
        '/api/auth/passkeys/sign-in/begin',
      )
      const response = await showPasskey(options)
      await call('POST', '/api/auth/passkeys/sign-in', { body: { request, response } })
    },
    onSuccess: goOn,
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<Fingerprint size={18} aria-hidden />}
        loading={signIn.isPending}
        onClick={() => signIn.mutate()}
      >
        {t.passkey}
      </Button>
      {signIn.error && <Failure error={signIn.error} />}
    </>
  )
}
