import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AccountWire } from '../../../contract/account.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useGuardedChange } from '../../parts/second-person.tsx'
import { useLanguage, useTexts } from '../../text/text.ts'
import { openingTexts } from './accounts-texts.ts'

/** Invites the person who owns a new account: the owner invites everyone else. */
export function FirstOwner({ account: { id } }: { readonly account: AccountWire }) {
  const t = useTexts(openingTexts)
  const { language } = useLanguage()
  const [email, setEmail] = useState('')
  const invite = useGuardedChange<void, object>(
    () =>
      call('POST', `/api/admin/accounts/${id}/people/invitations`, {
        body: { email: email.trim(), role: 'owner', language },
      }),
    { done: t.ownerInvited },
  )
  const error = fieldErrors(invite.error).email
  return (
    <Card title={t.ownerTitle} lead={t.ownerLead}>
      {invite.data ? (
        <Text size="sm" role="status">
          {invite.waiting ? t.ownerWaits(email.trim()) : t.ownerSent(email.trim())}
        </Text>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            invite.mutate()
          }}
        >
          <Stack>
            <TextInput
              label={t.ownerEmail}
              type="email"
              autoComplete="off"
              required
              value={email}
              error={error}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            {invite.error && !error && <Failure error={invite.error} />}
            <Group justify="flex-end">
              <Button type="submit" variant="default" loading={invite.isPending}>
                {t.inviteOwner}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Card>
  )
}
