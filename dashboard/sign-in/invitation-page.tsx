import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { InvitationWire } from '../../contract/people.ts'
import { ApiError, fieldErrors } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { Failure } from '../parts/failure.tsx'
import { RowsSkeleton } from '../parts/skeletons.tsx'
import { useFormat } from '../text/format.ts'
import { useRoleName } from '../text/names.ts'
import { useTexts } from '../text/text.ts'
import { openAcceptance } from './acceptance.ts'
import { Entrance } from './entrance.tsx'
import { useGoOn } from './go-on.ts'
import { signInTexts } from './sign-in-texts.ts'

/** Where an invitation leads to. The token stands behind the hash. */
export default function InvitationPage() {
  const t = useTexts(signInTexts)
  const token = useLocation({ select: ({ hash }) => hash })
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', token],
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      call<InvitationWire>('POST', '/api/auth/invitations/read', { body: { token }, signal }),
  })
  const isOver = token === '' || (error instanceof ApiError && error.code === 'link-not-valid')
  if (isOver)
    return (
      <Entrance title={t.linkTitle} lead={t.inviteLinkText}>
        <Stack>
          <Button renderRoot={(props) => <Link to="/sign-in" {...props} />}>{t.back}</Button>
        </Stack>
      </Entrance>
    )
  return (
    <Entrance title={t.inviteTitle} lead={data && <Lead invitation={data} />}>
      {error && <Failure error={error} retry={refetch} />}
      {!data && !error && <RowsSkeleton rows={4} />}
      {data && <Acceptance token={token} invitation={data} />}
    </Entrance>
  )
}

function Lead({
  invitation: { invitedBy, accountName, role, expiresAt, isKnown },
}: {
  readonly invitation: InvitationWire
}) {
  const t = useTexts(signInTexts)
  const roleName = useRoleName()
  const { instant } = useFormat()
  const place = accountName === null ? t.operatorPlace : t.accountPlace(accountName)
  return (
    <>
      <Text c="bright">{t.inviteText(invitedBy, place, roleName(role))}</Text>
      {t.inviteExpires(instant(expiresAt))} {isKnown && t.inviteKnown}
    </>
  )
}

function Acceptance({
  token,
  invitation: { email, isKnown },
}: {
  readonly token: string
  readonly invitation: InvitationWire
}) {
  const t = useTexts(signInTexts)
  const goOn = useGoOn()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [acceptance] = useState(openAcceptance)
  const accept = useMutation({
    mutationFn: () =>
      acceptance(
        () =>
          call('POST', '/api/auth/invitations/accept', {
            body: { token, password, ...(!isKnown && { name }) },
          }),
        () => call('POST', '/api/auth/sign-in', { body: { email, password } }),
      ),
    onSuccess: goOn,
  })
  const refused = fieldErrors(accept.error).password
  const wrongName = fieldErrors(accept.error).name
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate()
      }}
    >
      <Stack>
        <TextInput label={t.email} type="email" autoComplete="username" value={email} readOnly />
        {!isKnown && (
          <TextInput
            label={t.name}
            autoComplete="name"
            required
            autoFocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={wrongName}
          />
        )}
        <PasswordInput
          label={isKnown ? t.password : t.choosePassword}
          description={isKnown ? undefined : t.passwordHint}
          autoComplete={isKnown ? 'current-password' : 'new-password'}
          required
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={refused}
        />
        {accept.error && !refused && !wrongName && <Failure error={accept.error} />}
        <Button type="submit" loading={accept.isPending}>
          {t.accept}
        </Button>
      </Stack>
    </form>
  )
}
