import { SecretOnce } from '../../parts/secret-once.tsx'
import { useTexts } from '../../text/text.ts'
import { providerTexts } from './providers-texts.ts'

/** The address at which a provider calls us, in the only response that has it. */
export function CallbackAddress({
  url,
  onKept,
}: {
  readonly url: string
  readonly onKept: () => void
}) {
  const t = useTexts(providerTexts)
  return <SecretOnce text={t.addressText} secret={url} onKept={onKept} />
}
