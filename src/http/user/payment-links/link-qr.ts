import { qrSvg } from '../../../../checkout/qr.ts'
import { qrPng } from '../../../../checkout/qr-png.ts'
import { linkUrl } from '../../../checkout/payment-link-wire.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { linkOf } from './payment-links.ts'

export const getPaymentLinkSvg = accountEndpoint({
  summary: 'QR de um link de pagamento, em SVG',
  description: 'Para imprimir em qualquer tamanho: leva à página do link.',
  rejections: ['not-found'],
  documents: { 200: ['image/svg+xml'] },
  async handle({ app }, request) {
    const { link } = await linkOf(app, request)
    return {
      status: 200,
      headers: { 'content-type': 'image/svg+xml; charset=utf-8' },
      body: qrSvg(linkUrl(link, app.links), 'QR do link de pagamento'),
    }
  },
})

export const getPaymentLinkPng = accountEndpoint({
  summary: 'QR de um link de pagamento, em PNG',
  description: 'Preto sobre branco, com a margem que os leitores pedem.',
  rejections: ['not-found'],
  documents: { 200: ['image/png'] },
  async handle({ app }, request) {
    const { link } = await linkOf(app, request)
    return {
      status: 200,
      headers: { 'content-type': 'image/png' },
      body: qrPng(linkUrl(link, app.links), pixelsPerModule),
    }
  },
})

/** About 900 pixels: sharp at 8 cm in print. */
const pixelsPerModule = 20
