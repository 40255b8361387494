import type { KeyWire } from '../../../contract/account.ts'
import { realNow } from '../../api/clock.ts'
import { State } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { keyTexts } from './developers-texts.ts'

/** A key that ends so soon needs a person. */
const soonMs = 14 * 86_400_000

export const isKeyValid = ({ revokedAt, expiresAt }: KeyWire): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > realNow().getTime())

export function KeyState({ apiKey }: { readonly apiKey: KeyWire }) {
  const t = useTexts(keyTexts)
  if (apiKey.revokedAt !== null) return <State tone="neutral">{t.revoked}</State>
  if (!isKeyValid(apiKey)) return <State tone="neutral">{t.ended}</State>
  const { expiresAt } = apiKey
  if (expiresAt !== null && Date.parse(expiresAt) - realNow().getTime() < soonMs)
    return <State tone="attention">{t.ending}</State>
  return <State tone="good">{t.active}</State>
}
