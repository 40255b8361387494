import { MerchantSession, MerchantSessionRequest } from '../../../contract/device-pay.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import type { App } from '../../app.ts'
import { createSession } from '../../device-pay/create-session.ts'
import { isVerifiedHost } from '../../device-pay/domain-store.ts'
import { isHostname } from '../../primitives/hostname.ts'
import { accountEndpoint } from '../request/endpoint.ts'
import { pageHostOf, sessionEnvelope, spendSession } from '../request/merchant-session.ts'
import { isFields } from '../request/normalize.ts'
import { withSealedText } from '../request/sealed-response.ts'
import { validate } from '../request/validation.ts'

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
  keepsKey: true,
  unknownKey: 'device-pay-domain-unavailable',
  isReadableBy: ({ sql }, accountId, hostname) => isVerifiedHost(sql, accountId, hostname),
  async handle(context, request) {
    const { app } = context
    const { account } = request.holder
    await spendSession(context, {
      accountId: account.id,
      host: hostIn(app, request.body),
      caller: request.caller,
    })
    const { validationUrl, domain } = validate(MerchantSessionRequest, request.body)
    const pageHost = pageHostOf(request.headers.origin, app.config.devicePay.allowLocal)
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
      text: (session) => ({ status: 200, body: sessionEnvelope(session, message) }),
    })
    return { ...answer, headers: { ...answer.headers, 'cache-control': 'no-store' } }
  },
})

/**
 * How long a wallet's session is valid. An idempotency key returns the same session for that time,
 * and is then deleted.
 */
const sessionSeconds = 300

/** A text that is no hostname counts as one of its own. */
const hostIn = ({ config }: Pick<App, 'config'>, body: unknown): string => {
  const domain = isFields(body) ? body.domain : undefined
  return typeof domain === 'string' && isHostname(domain, config.devicePay) ? domain : 'none'
}
