import { parseRecord, stringOnly } from '../http/json-reader.ts'
import { unknownFrom } from '../http/unknown.ts'
import type { CallbackFinding } from '../ports/callback.ts'
import { type InterApi, isSuccess } from './api.ts'
import { decodeRefusal } from './charge-answer.ts'

const callbackPath = '/cobrancas/webhook'

export async function registerCallback(
  api: InterApi,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const body = { webhookUrl: url }
  const answer = await api.call({ method: 'PUT', path: callbackPath, body, signal })
  if (answer.kind === 'answered' && isSuccess(answer)) return
  const reason = answer.kind === 'answered' ? decodeRefusal(answer.text)?.message : answer.cause
  throw new Error('Inter did not take the callback address', { cause: reason })
}

export async function findCallback(api: InterApi, signal: AbortSignal): Promise<CallbackFinding> {
  const answer = await api.call({ method: 'GET', path: callbackPath, signal })
  if (answer.kind !== 'answered') return unknown(answer.cause)
  // A path that does not exist has a 404 in plain text.
  if (answer.status === 404 && decodeRefusal(answer.text)) return { kind: 'not-found' }
  const url = isSuccess(answer) ? stringOnly(parseRecord(answer.text)?.webhookUrl) : undefined
  return url === undefined
    ? unknown(`query of the callback address answered ${answer.status}`)
    : { kind: 'found', url }
}

const unknown = unknownFrom('Inter')
