import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import { digestOfCallback } from '../../accounts/add-provider.ts'
import { takeCashoutNotice } from '../../cashout/resolve-cashout.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { providerByCallback } from '../../providers/provider-store.ts'
import type { Rail } from '../../providers/registry.ts'
import { takeRefundNotice } from '../../transactions/send-refund.ts'
import { takeBoletoNotice, takeCardNotice, takePixNotice } from '../../transactions/take-notice.ts'
import type { Endpoint } from '../endpoint.ts'
import { safeError } from '../safe-error.ts'

/**
 * A provider tells us something. The secret in the address says which one; what it says is only a hint to go and ask
 * (reliability U9). Trouble on the way is a 503 and the provider tells us again; one that takes long is answered
 * meanwhile, as impatient providers give up.
 */
export const postNotice: Endpoint = {
  summary: 'Aviso de um provedor',
  answer: envelopeOf(Type.Object({ accepted: Type.Boolean() })),
  rejections: ['not-found', 'provider-unavailable', 'database-unavailable'],
  async handle({ app }, { params, headers, body }) {
    const provider = await providerByCallback(app.sql, digestOfCallback(app.vault, params.secret ?? ''))
    const rail = provider && app.providers.kinds[provider.kind]?.rail
    if (!provider || !rail) throw new Rejection('not-found')
    const taken = takers[rail](app, provider.id, { headers, body })
    const isAuthentic = await Promise.race([taken, after(patienceMs)])
    if (isAuthentic === undefined) {
      // The scheduled questions find out what this one would have.
      taken.catch((error: unknown) =>
        app.log.warn({ providerId: provider.id, err: safeError(error) }, 'a notice could not be followed'),
      )
    }
    if (isAuthentic === false) app.log.warn({ providerId: provider.id }, 'a notice that its provider did not send')
    return { message: { pt: 'Aviso recebido.', en: 'Notice received.' }, data: { accepted: true } }
  },
}

const patienceMs = 5_000

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref()
  })

/**
 * The bank that sends: each payment it speaks of is a cashout or a refund (acquirers.md 9.6). Always authentic: what it
 * says is not believed.
 */
const takePayoutNotice: typeof takePixNotice = async (app, providerId, { body }) => {
  for (const reference of new Set(app.providers.payout(providerId).readNotice(body))) {
    const isOurs =
      (await takeCashoutNotice(app, providerId, reference)) || (await takeRefundNotice(app, providerId, reference))
    if (!isOurs) app.log.warn({ providerId }, 'a notice for a payment we did not send')
  }
  return true
}

const takers: Record<Rail, typeof takePixNotice> = {
  card: takeCardNotice,
  pix: takePixNotice,
  boleto: takeBoletoNotice,
  payout: takePayoutNotice,
}
