import type { Account } from '../../accounts/account.ts'
import { mayAttempt } from '../../checkout/checkout-session.ts'
import { linkUsability } from '../../checkout/payment-link.ts'
import { createCheckoutSession } from '../../device-pay/create-checkout-session.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { pageLanguage, unseen } from '../pay/page.ts'
import {
  type ApiRequest,
  endpoint,
  type RawResponse,
  type RequestContext,
} from '../request/endpoint.ts'
import { pageHostOf, sessionEnvelope, spendSession } from '../request/merchant-session.ts'
import type { ShownForm } from './form-page.ts'
import { DevicePayAnswer, DevicePayForm } from './form-schema.ts'
import { linkOf } from './link-page.ts'
import { readFields } from './send-form.ts'
import { sessionOf } from './session-page.ts'

const rejections = [
  'not-found',
  'validation-failed',
  'device-pay-domain-unavailable',
  'validation-url-invalid',
  'session-limit-reached',
  'device-pay-unavailable',
  'rate-limited',
  'unsupported-media-type',
] as const

/** The merchant session for a sheet that the payer of a link has opened. */
export const postLinkDevicePay = endpoint({
  summary: 'Validar a sessão do Device Pay na página de um link',
  form: DevicePayForm,
  answer: DevicePayAnswer,
  rejections: [...rejections, 'payment-link-unusable'],
  async handle(context, request) {
    const { used, account, shown } = await linkOf(context, request)
    const usability = linkUsability(used.link, used.uses, context.app.clock.now())
    if (!usability.isUsable)
      throw new Rejection('payment-link-unusable', { params: { reason: usability.reason } })
    return merchantSession(context, request, { account, shown })
  },
})

/** The same for the payer of a checkout session. */
export const postSessionDevicePay = endpoint({
  summary: 'Validar a sessão do Device Pay na página de uma sessão de checkout',
  form: DevicePayForm,
  answer: DevicePayAnswer,
  rejections: [...rejections, 'checkout-session-expired'],
  async handle(context, request) {
    const { session, attempts, account, shown } = await sessionOf(context, request)
    if (mayAttempt(session, attempts, context.app.clock.now()) !== 'yes')
      throw new Rejection('checkout-session-expired')
    return merchantSession(context, request, { account, shown })
  },
})

/**
 * The form is read first: a payment that would be refused for its fields opens no sheet. The page
 * then sends the form as usual, and shows what is wrong.
 */
async function merchantSession(
  context: RequestContext,
  request: ApiRequest,
  { account, shown }: { readonly account: Account; readonly shown: ShownForm },
): Promise<RawResponse> {
  const { app } = context
  const { headers, caller } = request
  await spendSession(context, { accountId: account.id, host: 'checkout', caller })
  const { sent, reading } = readFields(context, request, shown.blank)
  if (account.status !== 'active' || !shown.blank.devicePay)
    throw new Rejection('device-pay-domain-unavailable')
  if (!reading.ok)
    throw new Rejection('validation-failed', {
      issues: reading.problems.map(({ field, problem }) => ({ field, problem })),
    })
  const session = await createCheckoutSession(app, account, {
    validationUrl: sent.get('validationUrl') ?? '',
    pageHost: pageHostOf(headers.origin, app.config.devicePay.allowLocal),
  })
  const message = pageLanguage(request) === 'en' ? 'Session validated.' : 'Sessão validada.'
  return { status: 200, body: sessionEnvelope(session, message), headers: unseen }
}
