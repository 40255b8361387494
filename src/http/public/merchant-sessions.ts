import { MerchantSession, MerchantSessionRequest } from '../../../contract/device-pay.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { createSession } from '../../device-pay/create-session.ts'
import { isVerifiedHost } from '../../device-pay/domain-store.ts'
import { isHostname } from '../../primitives/hostname.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { type AccountRequest, accountEndpoint, type RequestContext } from '../request/endpoint.ts'
import { isFields } from '../request/normalize.ts'
import { withSealedText } from '../request/sealed-response.ts'
import { validate } from '../request/validation.ts'
import { allowedOrigin } from '../server/cors.ts'

export const postMerchantSession = accountEndpoint({
  summary: 'Validar a sessão do Device Pay',
  description:
    'Chamado pelo navegador, com a chave pública, só no evento de validação da sessão do dispositivo. Entregue data inteiro a completeMerchantValidation: vale uma vez, por cinco minutos.',
  body: MerchantSessionRequest,
  answer: envelopeOf(MerchantSession),
  rejections: [
    'validation-failed',
    'device-pay-domain-unavailable',
    'validation-url-invalid',
    'session-limit-reached',
    'device-pay-unavailable',
  ],
  unknownKey: 'device-pay-domain-unavailable',
  isReadableBy: ({ sql }, accountId, hostname) => isVerifiedHost(sql, accountId, hostname),
  async handle(context, request) {
    await spendOne(context, request)
    const { app } = context
    const { validationUrl, domain } = validate(MerchantSessionRequest, request.body)
    const pageHost = pageHostOf(request.headers.origin, app.config.devicePay.allowLocal)
    const { account } = request.holder
    const message = request.language === 'en' ? 'Session validated.' : 'Sessão validada.'
    const answer = await withSealedText(context, request, {
      accountId: account.id,
      // The public key is in the source of the page: a request with it uses no idempotency key of
      // the merchant's server.
      scope: 'public',
      keptSeconds: sessionSeconds,
      kind: 'leased', // A session that was never returned expires by itself.
      run: () => createSession(app, account, { validationUrl, hostname: domain, pageHost }),
      objectIdOf: () => account.id,
      // The session is copied as the wallet wrote it: parsing and writing it again could change a
      // byte.
      text: (session) => ({
        status: 200,
        body: `{"status":200,"message":${JSON.stringify(message)},"data":${session},"error":null}`,
      }),
    })
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
  },
})

/**
 * How long a wallet's session is valid. An idempotency key returns the same session for that time,
 * and is then deleted.
 */
const sessionSeconds = 300

/** Every attempt counts against the limit, whatever its result. */
async function spendOne(
  { app, limiter }: RequestContext,
  { holder, caller, body }: AccountRequest,
): Promise<void> {
  const { sessionsPerAccount, sessionsPerHost, sessionsPerAddress } = app.config.limits.rates
  const requestedDomain = isFields(body) ? body.domain : undefined
  const host =
    typeof requestedDomain === 'string' && isHostname(requestedDomain, app.config.devicePay)
      ? requestedDomain
      : 'none'
  const { id } = holder.account
  const waitSeconds = await limiter.takeExactly([
    { bucket: `session ${id}`, rate: sessionsPerAccount },
    { bucket: `session ${id} ${host}`, rate: sessionsPerHost },
    { bucket: `session from ${caller}`, rate: sessionsPerAddress },
  ])
  if (waitSeconds > 0)
    throw new Rejection('session-limit-reached', { retryAfterSeconds: waitSeconds })
}

/** The host of the calling page, from the browser's Origin. Null: a page without permission. */
function pageHostOf(origin: string | undefined, allowLoopback: boolean): string | null | undefined {
  if (origin === undefined) return undefined
  const allowed = allowedOrigin(origin, { allowLoopback })
  return allowed === undefined ? null : new URL(allowed).hostname
}
