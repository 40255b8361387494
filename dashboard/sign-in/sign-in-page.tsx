import { Button, PasswordInput, PinInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { call } from '../api/client.ts'
import { type Login, loginQuery } from '../api/login.ts'
import { Failure } from '../parts/failure.tsx'
import { useTexts } from '../text/text.ts'
import { Entrance } from './entrance.tsx'
import { signInTexts } from './sign-in-texts.ts'

/** Password, then the second factor where there is one. */
export default function SignInPage() {
  const { data: login } = useQuery(loginQuery)
  return login?.next === 'second-factor' ? <SecondFactor /> : <Password />
}

function Password() {
  const t = useTexts(signInTexts)
  const goOn = useGoOn()
  const form = useForm({ initialValues: { email: '', password: '' } })
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call('POST', '/api/auth/sign-in', { body }),
    onSuccess: goOn,
  })
  return (
    <Entrance title={t.title}>
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
        </Stack>
      </form>
    </Entrance>
  )
}

function SecondFactor() {
  const t = useTexts(signInTexts)
  const goOn = useGoOn()
  const show = useMutation({
    mutationFn: (code: string) => call('POST', '/api/auth/second-factor', { body: { code } }),
    onSuccess: goOn,
  })
  return (
    <Entrance title={t.codeTitle}>
      <Stack align="center">
        <Text>{t.codeText}</Text>
        <PinInput
          length={6}
          type="number"
          oneTimeCode
          autoFocus
          aria-label={t.code}
          disabled={show.isPending}
          onComplete={(code) => show.mutate(code)}
        />
        {show.error && <Failure error={show.error} />}
      </Stack>
    </Entrance>
  )
}

/** Reads the login again, and shows the page that the person wanted. */
function useGoOn() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/entrance/sign-in' })
  return async () => {
    await client.invalidateQueries({ queryKey: loginQuery.queryKey })
    const login = client.getQueryData<Login | null>(loginQuery.queryKey)
    if (login?.next === null) await navigate({ href: next ?? '/' })
  }
}
