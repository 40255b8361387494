import { openAcquirerHost } from '../acquirer/acquirer-host.ts'
import { type Rejected, rejected } from '../acquirer/request-rejected.ts'
import { parseRecord, text } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import { decodeErrorFields } from './decode.ts'
import type { PagarmeSettings } from './settings.ts'

type NotSent = Extract<ProviderAnswer, { kind: 'not-sent' }>

/** Exchanges cards for tokens. The public key takes the place of the secret one. */
export function openCardTokens(
  settings: Pick<PagarmeSettings, 'baseUrl' | 'ca' | 'publicKey'>,
): CardTokens {
  const { send, close } = openAcquirerHost(settings.baseUrl, { ...settings, headers: {} })
  const path = `/tokens?appId=${settings.publicKey}`
  return {
    create: async (body, signal) => tokenOf(await send('POST', path, signal, { body })),
    close,
  }
}

interface CardTokens {
  /** Without a token no order was sent, and nothing was charged. */
  create(body: string, signal: AbortSignal): Promise<string | Rejected | NotSent>
  close(): Promise<void>
}

function tokenOf(answer: ProviderAnswer): string | Rejected | NotSent {
  if (answer.kind !== 'answered') return { kind: 'not-sent', cause: answer.cause }
  const { status, text: body } = answer
  if (status === 200 || status === 201) {
    const id = text(parseRecord(body)?.id)
    return id ?? { kind: 'not-sent', cause: new Error('Pagar.me: a token without an id') }
  }
  if (status === 401 || status === 403) return rejected('provider-misconfigured', String(status))
  const field = status === 422 ? decodeErrorFields(body)?.[0] : undefined
  return field
    ? rejected('card-invalid', field.slice(0, 100))
    : { kind: 'not-sent', cause: new Error(`Pagar.me: a token request answered ${status}`) }
}
