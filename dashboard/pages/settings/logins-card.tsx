import { Box, Button, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ListedLoginWire } from '../../../contract/people.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { State } from '../../parts/values.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { securityTexts } from './security-texts.ts'
import { SettingRow } from './setting-row.tsx'

const loginsQuery = queryOptions({
  queryKey: ['logins'],
  queryFn: ({ signal }) => call<readonly ListedLoginWire[]>('GET', '/api/auth/logins', { signal }),
})

/** Where the person is signed in. */
export function LoginsCard() {
  const t = useTexts(securityTexts)
  const { data: logins, error, refetch } = useQuery(loginsQuery)
  return (
    <Card
      title={t.logins}
      lead={t.loginsText}
      aside={
        logins &&
        logins.length > 1 && (
          <ConfirmButton
            button={t.endOthers}
            title={t.endOthers}
            confirm={t.endOthers}
            done={t.othersEnded}
            isDangerous
            run={() => call('DELETE', '/api/auth/logins')}
          >
            <Text size="sm">{t.endOthersText}</Text>
          </ConfirmButton>
        )
      }
    >
      {error && !logins && <Failure error={error} retry={refetch} />}
      {!logins && !error && <RowsSkeleton rows={3} />}
      {logins && (
        <Box component="ul" m={0} p={0}>
          {logins.map((login) => (
            <LoginRow key={login.id} login={login} />
          ))}
        </Box>
      )}
    </Card>
  )
}

function LoginRow({
  login: { id, kind, isThisOne, device, address, lastSeenAt },
}: {
  readonly login: ListedLoginWire
}) {
  const t = useTexts(securityTexts)
  const { realDistance } = useFormat()
  const end = useChange(() => call('DELETE', `/api/auth/logins/${id}`), { done: t.ended })
  const name = kind === 'cli' ? `${t.cli}: ${device}` : device
  return (
    <>
      <SettingRow
        name={name}
        state={isThisOne && <State tone="good">{t.thisOne}</State>}
        text={t.loginFrom(address ?? t.noAddress, realDistance(lastSeenAt))}
      >
        {!isThisOne && (
          <Button
            size="xs"
            variant="subtle"
            loading={end.isPending}
            aria-label={t.endOf(name)}
            onClick={() => end.mutate(undefined)}
          >
            {t.end}
          </Button>
        )}
      </SettingRow>
      {end.error && <Failure error={end.error} />}
    </>
  )
}
