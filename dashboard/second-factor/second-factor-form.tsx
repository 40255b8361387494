import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SecondFactorsWire } from '../../contract/people.ts'
import { call } from '../api/client.ts'
import { canUsePasskeys, showPasskey } from '../api/passkey.ts'
import { Failure } from '../parts/failure.tsx'
import { partTexts } from '../parts/part-texts.ts'
import { useTexts } from '../text/text.ts'
import { CodeField, type CodeFieldHandle } from './code-field.tsx'
import type { ShownFactor } from './factors.ts'

type Way = 'code' | 'recovery' | 'passkey'

/** Shows a second factor: a code of the app, a recovery code, or a passkey. */
export function SecondFactorForm({
  factors,
  show,
}: {
  readonly factors: SecondFactorsWire
  readonly show: (shown: ShownFactor) => Promise<unknown>
}) {
  const t = useTexts(partTexts)
  const ways = waysOf(factors)
  const [way, setWay] = useState<Way>(ways[0] ?? 'code')
  const [text, setText] = useState('')
  const field = useRef<CodeFieldHandle>(null)
  const sent = useMutation({
    mutationFn: async (code: string) => show(await shownBy(way, code)),
    onError() {
      setText('')
      field.current?.retry()
    },
  })
  const choose = (next: Way) => {
    sent.reset()
    setText('')
    setWay(next)
  }
  const names = { code: t.useCode, recovery: t.otherCode, passkey: t.usePasskey }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent.mutate(text)
      }}
    >
      <Stack>
        {way === 'code' && (
          <CodeField
            ref={field}
            value={text}
            onChange={setText}
            onComplete={(code) => sent.mutate(code)}
            isBusy={sent.isPending}
          />
        )}
        {way === 'recovery' && (
          <TextInput
            label={t.recoveryCode}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            required
            autoFocus
          />
        )}
        {sent.error && <Failure error={sent.error} />}
        <Button
          type="submit"
          loading={sent.isPending}
          leftSection={way === 'passkey' && <Fingerprint size={18} aria-hidden />}
        >
          {way === 'passkey' ? t.usePasskey : t.confirm}
        </Button>
        {ways
          .filter((each) => each !== way)
          .map((each) => (
            <Anchor key={each} component="button" type="button" onClick={() => choose(each)}>
              {names[each]}
            </Anchor>
          ))}
      </Stack>
    </form>
  )
}

async function shownBy(way: Way, text: string): Promise<ShownFactor> {
  if (way === 'code') return { code: text }
  if (way === 'recovery') return { recoveryCode: text.trim() }
  const options = await call<PublicKeyCredentialRequestOptionsJSON>(
    'POST',
    '/api/auth/passkeys/challenge',
  )
  return { passkey: await showPasskey(options) }
}

function waysOf({ hasTotp, hasPasskey, recoveryCodesLeft }: SecondFactorsWire): readonly Way[] {
  const ways: Way[] = []
  if (hasTotp) ways.push('code')
  if (hasPasskey && (canUsePasskeys() || !hasTotp)) ways.push('passkey')
  if (recoveryCodesLeft > 0) ways.push('recovery')
  return ways
}
