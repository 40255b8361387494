import { publishedFile } from '../../device-pay/checkout-domain.ts'
import { walletsOf } from '../../device-pay/watch-checkout-domains.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { endpoint } from '../request/endpoint.ts'

/**
 * The association file of Device Pay for the checkout page: the gateway publishes it itself
 * (docs/decisions/device-pay-at-checkout.md).
 */
export const getAssociationFile = endpoint({
  summary: 'Arquivo de verificação do Device Pay para a página de checkout',
  rejections: ['route-not-found'],
  documents: { 200: ['text/plain'] },
  handle({ app }, { path }) {
    const file = publishedFile(walletsOf(app.providers), path)
    if (!file) throw new Rejection('route-not-found')
    return {
      status: 200,
      body: file.content,
      headers: { 'content-type': 'text/plain', 'x-content-type-options': 'nosniff' },
    }
  },
})
