import { renderBoletoHtml } from '../../checkout/boleto/boleto-html.ts'
import { renderCardHtml } from '../../checkout/card/card-html.ts'
import { renderFailureHtml } from '../../checkout/failure-html.ts'
import {
  type ClosedReason,
  renderClosedHtml,
  renderInProgressHtml,
} from '../../checkout/form/closed-html.ts'
import { renderFormHtml } from '../../checkout/form/form-html.ts'
import type { FormView } from '../../checkout/form/form-view.ts'
import type { PageOptions } from '../../checkout/page.ts'
import { renderPixHtml } from '../../checkout/pix/pix-html.ts'
import { renderReceiptHtml } from '../../checkout/receipt/receipt-html.ts'
import { noticeText, type Standing } from '../../checkout/standing.ts'
import { pageTexts } from '../../checkout/texts/page-texts.ts'
import { cents } from '../../src/primitives/money.ts'
import { someForm } from './some-form.ts'
import { somePix } from './some-pix.ts'
import { someSlip } from './some-slip.ts'

/** A page of a payer in one state. */
export interface PayerPage {
  readonly name: string
  readonly html: string
}

/** Every page of a payer, in every state. */
export const payerPages = (options: PageOptions): PayerPage[] => [
  ...formPages(options),
  ...closedPages(options),
  ...paymentPages(options),
]

const devicePay = { label: 'Loja Exemplo', applicationData: 'YWJj' }

const forms: Readonly<Record<string, Partial<FormView>>> = {
  'form with every method': {},
  'form of a card': { entered: { method: 'CREDIT_CARD' } },
  'form with Device Pay': { devicePay },
  'form of Device Pay': { devicePay, entered: { method: 'DEVICE_PAY' } },
  'form of Device Pay not confirmed': {
    ...{ devicePay, entered: { method: 'DEVICE_PAY' } },
    problems: [{ field: 'method', problem: 'no-device' }],
  },
  'form of a boleto': { entered: { method: 'BOLETO' } },
  'form of a boleto with an address': { asksAddress: true, entered: { method: 'BOLETO' } },
  'form of a boleto with a wrong address': {
    asksAddress: true,
    entered: { method: 'BOLETO', street: 'Rua Augusta', streetNumber: '10', city: 'São Paulo' },
    problems: [
      { field: 'zipCode', problem: 'invalid' },
      { field: 'neighborhood', problem: 'required' },
      { field: 'state', problem: 'required' },
    ],
  },
  'form of PIX only': { methods: ['PIX'], asks: [] },
  'form of an open amount': { price: { kind: 'open', min: cents(10_00), max: cents(500_00) } },
  'form of pieces': { price: { kind: 'pieces', unit: cents(25_00), min: 1, max: 8 } },
  'form that can be left': { back: { url: 'https://loja.example/carrinho', to: 'shop' } },
  'form with problems': {
    entered: { method: 'CREDIT_CARD', cardHolder: 'ANA TESTE', installments: '3' },
    problems: [
      { field: 'cardNumber', problem: 'invalid' },
      { field: 'cardExpiry', problem: 'expired' },
      { field: 'cardCvv', problem: 'required' },
      { field: 'installments', problem: 'invalid' },
      { field: 'email', problem: 'invalid' },
    ],
  },
  'form of an expired card': {
    entered: { method: 'CREDIT_CARD' },
    problems: [{ field: 'cardExpiry', problem: 'expired' }],
  },
  'form without a method': {
    price: { kind: 'open', min: cents(10_00), max: cents(500_00) },
    problems: [
      { field: 'amount', problem: 'too-small' },
      { field: 'method', problem: 'required' },
    ],
  },
}

function formPages(options: PageOptions): PayerPage[] {
  const pages = Object.entries(forms).map(([name, change]) => ({
    name,
    html: renderFormHtml({ ...someForm, ...change }, options),
  }))
  const refused = { ...somePix.standing, state: 'refused' } as const
  const facts = { standing: refused, amount: somePix.amount, method: 'CREDIT_CARD' } as const
  const notice = noticeText(facts, options.language)
  const entered = { method: 'CREDIT_CARD' } as const
  const again = { ...someForm, entered, ...(notice && { notice }) }
  return [...pages, { name: 'form after a refusal', html: renderFormHtml(again, options) }]
}

const reasons: readonly ClosedReason[] = [
  'inactive',
  'link-expired',
  'used-up',
  'session-expired',
  'too-many',
  'no-method',
]

function closedPages(options: PageOptions): PayerPage[] {
  const t = pageTexts(options.language)
  const failures = [
    { title: t.notFound, text: t.notFoundText, canRetry: false },
    { title: t.unavailable, text: t.unavailableText, canRetry: true },
    { title: t.inDoubt, text: t.inDoubtText, canRetry: false, isResult: true },
    { title: t.inDoubt, text: t.inDoubtLaterText, canRetry: false, isResult: true },
  ]
  return [
    ...reasons.map((reason) => ({ name: reason, html: renderClosedHtml(reason, options) })),
    { name: 'in progress', html: renderInProgressHtml('/checkout/abc', options) },
    ...failures.map((view, index) => ({
      name: `failure ${index + 1}`,
      html: renderFailureHtml(view, options),
    })),
  ]
}

const paidAt = new Date('2026-11-21T12:00:00Z')
const states: Readonly<Record<string, Partial<Standing>>> = {
  open: {},
  expired: { state: 'expired' },
  cancelled: { state: 'cancelled' },
  paid: { state: 'paid', paidAt },
  'partly refunded': { state: 'paid', paidAt, returned: cents(10_00) },
  refunded: { state: 'refunded', paidAt, returned: somePix.amount },
  disputed: { state: 'disputed', paidAt },
  'charged back': { state: 'chargedback', paidAt, lost: somePix.amount },
}

const ofSession = { otherWayUrl: '?other', continueUrl: 'https://loja.example/obrigado' }
const pix = { ...somePix, ...ofSession, statusUrl: '/status' }
const slip = { ...someSlip, ...ofSession, statusUrl: '/status', receiptUrl: '/r' }
// While the result of a card is unknown there is no other way to pay.
const { emv: _, expiresAt: __, now: ___, otherWayUrl: ____, ...payment } = pix
const receipt = { ...payment, paidAt, transactionId: '0193f2a1-0000-7000-8000-000000000000' }
const endToEndId = 'E99999010202611211200a1B2c3D4e5F'
const ofCard = {
  method: 'CREDIT_CARD',
  installments: 3,
  card: { brand: 'VISA', lastFour: '0011' },
} as const
const card = { ...payment, ...ofCard }

function paymentPages(options: PageOptions): PayerPage[] {
  const ofStates = Object.entries(states).flatMap(([name, change]) => {
    const standing = { ...pix.standing, ...change }
    const pages = [
      { name: `PIX ${name}`, html: renderPixHtml({ ...pix, standing }, options) },
      {
        name: `boleto ${name}`,
        html: renderBoletoHtml({ ...slip, standing }, { ...options, pdfUrl: '/b.pdf' }),
      },
      { name: `card ${name}`, html: renderCardHtml({ ...card, standing }, options) },
    ]
    if (!change.paidAt) return pages
    const html = renderReceiptHtml({ ...receipt, endToEndId, standing }, options)
    return [...pages, { name: `receipt ${name}`, html }]
  })
  const paid = { ...receipt, standing: { ...pix.standing, ...states.paid } }
  const receipts = [
    { name: 'receipt of a card', html: renderReceiptHtml({ ...paid, ...ofCard }, options) },
    {
      name: 'receipt of a boleto',
      html: renderReceiptHtml({ ...paid, method: 'BOLETO', ourNumber: slip.ourNumber }, options),
    },
  ]
  const others: readonly Standing['state'][] = ['authorized', 'refused']
  const inProtest = { ...slip.standing, state: 'in-protest' } as const
  return [
    ...ofStates,
    ...receipts,
    {
      name: 'boleto in protest',
      html: renderBoletoHtml({ ...slip, standing: inProtest }, options),
    },
    ...others.map((state) => ({
      name: `card ${state}`,
      html: renderCardHtml({ ...card, standing: { ...pix.standing, state } }, options),
    })),
  ]
}
