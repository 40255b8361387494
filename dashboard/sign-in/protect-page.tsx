import { Anchor, Button, Divider, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint, Smartphone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { canUsePasskeys } from '../api/passkey.ts'
import { shellTexts } from '../app/shell-texts.ts'
import { useSignOut } from '../app/use-sign-out.ts'
import { Failure } from '../parts/failure.tsx'
import { AddPasskey } from '../second-factor/add-passkey.tsx'
import {
  AuthenticatorSetup,
  beginAuthenticator,
  type TotpSetup,
} from '../second-factor/authenticator-setup.tsx'
import { enrollmentTexts } from '../second-factor/enrollment-texts.ts'
import { RecoveryCodes } from '../second-factor/recovery-codes.tsx'
import { useTexts } from '../text/text.ts'
import { Entrance } from './entrance.tsx'
import { useGoOn } from './go-on.ts'
import { signInTexts } from './sign-in-texts.ts'

type Step =
  | { readonly at: 'choice' | 'passkey' }
  | { readonly at: 'app'; readonly setup: TotpSetup }
  | { readonly at: 'codes'; readonly codes: readonly string[] }

/** The second factor of a person whose role needs one and who has none yet. */
export default function ProtectPage() {
  const t = useTexts(signInTexts)
  const enrollment = useTexts(enrollmentTexts)
  const shell = useTexts(shellTexts)
  const goOn = useGoOn()
  const signOut = useSignOut()
  const [step, setStep] = useState<Step>({ at: 'choice' })
  if (step.at === 'codes')
    return (
      <Entrance title={enrollment.codesTitle}>
        <RecoveryCodes codes={step.codes} onKept={() => void goOn()} />
      </Entrance>
    )
  return (
    <Entrance title={t.enrolTitle} lead={t.enrolText}>
      <Stack>
        {step.at === 'choice' && <Choice onChosen={setStep} />}
        {step.at === 'app' && (
          <AuthenticatorSetup
            setup={step.setup}
            onCodes={(codes) => setStep({ at: 'codes', codes })}
          />
        )}
        {step.at === 'passkey' && <AddPasskey onAdded={() => void goOn()} />}
        {step.at !== 'choice' && (
          <Anchor component="button" type="button" onClick={() => setStep({ at: 'choice' })}>
            {t.otherWay}
          </Anchor>
        )}
        <Divider />
        <Anchor component="button" type="button" size="sm" onClick={() => signOut.mutate()}>
          {shell.signOut}
        </Anchor>
      </Stack>
    </Entrance>
  )
}

function Choice({ onChosen }: { readonly onChosen: (step: Step) => void }) {
  const t = useTexts(signInTexts)
  const begin = useMutation({
    mutationFn: beginAuthenticator,
    onSuccess: (setup) => onChosen({ at: 'app', setup }),
  })
  return (
    <>
      <Way
        icon={<Smartphone aria-hidden />}
        name={t.useApp}
        text={t.useAppText}
        isBusy={begin.isPending}
        onClick={() => begin.mutate()}
      />
      {begin.error && <Failure error={begin.error} />}
      {canUsePasskeys() && (
        <Way
          icon={<Fingerprint aria-hidden />}
          name={t.usePasskey}
          text={t.usePasskeyText}
          onClick={() => onChosen({ at: 'passkey' })}
        />
      )}
    </>
  )
}

function Way({
  icon,
  name,
  text,
  isBusy = false,
  onClick,
}: {
  readonly icon: ReactNode
  readonly name: string
  readonly text: string
  readonly isBusy?: boolean
  readonly onClick: () => void
}) {
  return (
    <Button
      variant="default"
      size="lg"
      h="auto"
      py="sm"
      justify="flex-start"
      leftSection={icon}
      loading={isBusy}
      onClick={onClick}
    >
      <Stack gap={0} align="flex-start">
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'normal', textAlign: 'left' }}>
          {text}
        </Text>
      </Stack>
    </Button>
  )
}
