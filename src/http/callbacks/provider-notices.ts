import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import type { App } from '../../app.ts'
import { handleCashoutNotice } from '../../cashout/resolve-cashout.ts'
import { Rejection } from '../../primitives/rejection.ts'
import {
  handleBoletoNotice,
  handleCardNotice,
  handlePixNotice,
  type Notice,
} from '../../provider-webhooks/handle-provider-webhook.ts'
import type { Rail } from '../../providers/settings-form/services.ts'
import { handleRefundNotice } from '../../refunds/send-refund.ts'
import { endpoint } from '../request/endpoint.ts'
import { refuseGuess } from '../request/refuse-guess.ts'
import { safeError } from '../server/safe-error.ts'

/**
 * Receives a notice of a provider. The secret in the address identifies the provider. The content
 * is only a hint to query that provider (docs/design/rules.md#u9). A failure returns 503, so that
 * the provider sends the notice again. A slow notice is answered before its work ends, because
 * providers have short timeouts.
 */
export const postProviderNotice = endpoint({
  summary: 'Aviso de um provedor',
  answer: envelopeOf(Type.Object({ accepted: Type.Boolean() })),
  rejections: [
    'not-found',
    'rate-limited',
    'provider-unavailable',
    'database-unavailable',
    'overloaded',
  ],
  async findSender(context, { params, caller }) {
    const providerId = await context.callbackSenders(params.secret ?? '')
    if (providerId === undefined) throw refuseGuess(context, 'callback', caller)
    return providerId
  },
  async handle({ app }, { sender: providerId = '', headers, body }) {
    // The bank has one address for a key that receives and pays. Each provider reads its own part.
    const taken = Promise.all(
      app.providers
        .sharingCallback(providerId)
        .map((id) => handleNotice(app, id, { headers, body })),
    ).then((authentic) => authentic.every(Boolean))
    const isAuthentic = await Promise.race([taken, after(responseAfterMs)])
    if (isAuthentic === undefined) {
      // The scheduled queries find out the same.
      taken.catch((error: unknown) =>
        app.log.warn({ providerId, err: safeError(error) }, 'a notice could not be followed'),
      )
    }
    if (isAuthentic === false)
      app.log.warn({ providerId }, 'a notice that its provider did not send')
    return { message: { pt: 'Aviso recebido.', en: 'Notice received.' }, data: { accepted: true } }
  },
})

async function handleNotice(app: App, providerId: string, notice: Notice): Promise<boolean> {
  const kind = app.providers.kindOf(providerId)
  const rail = kind === undefined ? undefined : app.providers.kinds[kind]?.rail
  // Another process has just added it: the provider sends its notice again.
  if (!rail) throw new Rejection('provider-unavailable', { retryAfterSeconds: 1 })
  app.providerCalls.noticed(providerId)
  return takers[rail](app, providerId, notice)
}

const responseAfterMs = 5_000

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref()
  })

/**
 * A notice of the bank that sends payments: each payment in it is a cashout or a refund. It needs
 * no proof of its sender, because each payment is queried before anything is recorded.
 */
const handlePayoutNotice: typeof handlePixNotice = async (app, providerId, { body }) => {
  for (const reference of new Set(app.providers.payout(providerId).readNotice(body))) {
    const isOurs =
      (await handleCashoutNotice(app, providerId, reference)) ||
      (await handleRefundNotice(app, providerId, reference))
    if (!isOurs) app.log.warn({ providerId }, 'a notice for a payment we did not send')
  }
  return true
}

const takers: Record<Rail, typeof handlePixNotice> = {
  card: handleCardNotice,
  pix: handlePixNotice,
  boleto: handleBoletoNotice,
  payout: handlePayoutNotice,
}
