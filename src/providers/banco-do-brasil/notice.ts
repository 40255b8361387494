import { isSameSecret } from '../http/basic-auth.ts'
import { record, trimmedText } from '../http/json-reader.ts'
import { type BancoDoBrasilSettings, defaultNoticeHeader } from './settings.ts'

/**
 * Reads a "baixa operacional". The bank sends a list; one object was also observed. Amounts, states
 * and channels in it are only hints: the named boletos are the result. `undefined`: not authentic.
 */
export function readNotice(
  settings: Pick<BancoDoBrasilSettings, 'noticeHeader' | 'noticeSecret' | 'convenio'>,
  headers: Readonly<Record<string, string | undefined>>,
  body: unknown,
): readonly string[] | undefined {
  const header = (settings.noticeHeader ?? defaultNoticeHeader).toLowerCase()
  if (!isSameSecret(headers[header] ?? '', settings.noticeSecret)) return undefined
  const isOurs = (id: string | undefined): id is string =>
    id?.length === 20 && id.startsWith(`000${settings.convenio}`) && /^\d+$/.test(id)
  const items: readonly unknown[] = Array.isArray(body) ? body : [body]
  return [...new Set(items.map((item) => trimmedText(record(item)?.id)).filter(isOurs))]
}
