import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton, Dialog } from '../../parts/dialog.tsx'
import { Failure } from '../../parts/failure.tsx'
import { useChange } from '../../parts/use-change.ts'
import { State } from '../../parts/values.tsx'
import {
  AuthenticatorSetup,
  beginAuthenticator,
  type TotpSetup,
} from '../../second-factor/authenticator-setup.tsx'
import { enrollmentTexts } from '../../second-factor/enrollment-texts.ts'
import { factorsQuery } from '../../second-factor/factors.ts'
import { RecoveryCodes } from '../../second-factor/recovery-codes.tsx'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { securityTexts } from './security-texts.ts'

/** The authenticator app, and the codes for the day without it. */
export function AuthenticatorCard() {
  const t = useTexts(securityTexts)
  const enrollment = useTexts(enrollmentTexts)
  const client = useQueryClient()
  const { data: factors } = useQuery(factorsQuery)
  const [setup, setSetup] = useState<TotpSetup>()
  const [codes, setCodes] = useState<readonly string[]>()
  const begin = useChange(beginAuthenticator, { onDone: setSetup })
  const finish = () => {
    setSetup(undefined)
    setCodes(undefined)
    void client.invalidateQueries()
  }
  const title = codes ? enrollment.codesTitle : t.app
  return (
    <Card
      title={t.app}
      lead={t.appText}
      aside={
        factors &&
        (factors.hasTotp ? (
          <Group gap="sm">
            <State tone="good">{t.on}</State>
            <Button
              variant="default"
              loading={begin.isPending}
              onClick={() => begin.mutate(undefined)}
            >
              {t.replaceApp}
            </Button>
            <ConfirmButton
              button={t.remove}
              label={t.removeApp}
              title={t.removeApp}
              confirm={t.removeApp}
              done={t.appRemoved}
              isDangerous
              run={() => call('DELETE', '/api/auth/totp')}
            >
              <Text size="sm">{t.removeAppText}</Text>
            </ConfirmButton>
          </Group>
        ) : (
          <Group gap="sm">
            <State tone="attention">{t.off}</State>
            <Button loading={begin.isPending} onClick={() => begin.mutate(undefined)}>
              {t.setUp}
            </Button>
          </Group>
        ))
      }
    >
      <Stack gap="sm">
        {begin.error && <Failure error={begin.error} />}
        {factors?.hasTotp && (
          <CodesLeft count={factors.recoveryCodesLeft} onCodes={(renewed) => setCodes(renewed)} />
        )}
      </Stack>
      <Dialog title={title} isOpen={setup !== undefined || codes !== undefined} onClose={finish}>
        {codes ? (
          <RecoveryCodes codes={codes} onKept={finish} />
        ) : (
          setup && <AuthenticatorSetup setup={setup} onCodes={setCodes} />
        )}
      </Dialog>
    </Card>
  )
}

function CodesLeft({
  count,
  onCodes,
}: {
  readonly count: number
  readonly onCodes: (codes: readonly string[]) => void
}) {
  const t = useTexts(securityTexts)
  const { number } = useFormat()
  return (
    <Group justify="space-between" gap="sm" pt="sm" style={{ borderTop: '1px solid var(--line)' }}>
      <div>
        <Text fw={500}>{t.codes}</Text>
        <Text size="sm" c="dimmed">
          {t.codesLeft(number(count))}
        </Text>
      </div>
      <ConfirmButton
        button={t.renewCodes}
        title={t.renewCodes}
        confirm={t.renewCodes}
        run={async () => {
          const renewed = await call<{ readonly recoveryCodes: readonly string[] }>(
            'POST',
            '/api/auth/recovery-codes',
          )
          onCodes(renewed.recoveryCodes)
        }}
      >
        <Text size="sm">{t.renewCodesText}</Text>
      </ConfirmButton>
    </Group>
  )
}
