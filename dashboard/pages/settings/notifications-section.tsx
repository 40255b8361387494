import { Stack, Switch, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { NotificationKind } from '../../../contract/notifications.ts'
import { call } from '../../api/client.ts'
import { useMembership } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { notificationNames, settingsTexts } from './settings-texts.ts'

/** Null: the role of the person does not see what the mails are about. */
type Choices = Readonly<Record<NotificationKind, boolean | null>>

const choicesQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['notifications', accountId],
    queryFn: ({ signal }) =>
      call<Choices>('GET', `/api/auth/accounts/${accountId}/notifications`, { signal }),
  })

/** Which mails the account sends to the person. */
export function NotificationsSection({ accountId }: { readonly accountId: string }) {
  const t = useTexts(settingsTexts)
  const names = useTexts(notificationNames)
  const account = useMembership()?.accountName ?? ''
  const { data: choices, error, refetch } = useQuery(choicesQuery(accountId))
  const choose = useChange(
    (body: Partial<Record<NotificationKind, boolean>>) =>
      call('PUT', `/api/auth/accounts/${accountId}/notifications`, { body }),
    { done: t.notificationSaved },
  )
  return (
    <Card title={t.notifications} lead={t.notificationsLead(account)}>
      {error && !choices && <Failure error={error} retry={refetch} />}
      {!choices && !error && <RowsSkeleton rows={5} />}
      {choices && (
        <Stack mt="xs">
          {kindsOf(choices).map(([kind, isOn]) => (
            <Switch
              key={kind}
              label={names[kind]}
              description={isOn === null ? t.notAllowed : undefined}
              checked={(choose.isPending ? choose.variables[kind] : undefined) ?? isOn ?? false}
              disabled={isOn === null}
              onChange={(event) => choose.mutate({ [kind]: event.currentTarget.checked })}
            />
          ))}
          {choose.error && <Failure error={choose.error} />}
          <Text size="sm" c="dimmed">
            {t.notificationsAlways}
          </Text>
        </Stack>
      )}
    </Card>
  )
}

const kindsOf = (choices: Choices) =>
  Object.entries(choices) as readonly (readonly [NotificationKind, boolean | null])[]
