import {
  CheckoutSessionWire,
  CreateCheckoutSessionRequest,
  ListCheckoutSessionsQuery,
} from '../../../../contract/checkout-session.ts'
import { CreateTransactionRequest } from '../../../../contract/create-transaction.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import type { App } from '../../../app.ts'
import {
  type CheckoutSession,
  currentOf,
  isWaitingCharge,
} from '../../../checkout/checkout-session.ts'
import { renderSession, type SessionWithAttempts } from '../../../checkout/checkout-session-wire.ts'
import { expireSession } from '../../../checkout/expire-session.ts'
import { openSession } from '../../../checkout/open-session.ts'
import { maxFactsBytes } from '../../../checkout/plan-link.ts'
import { findSession, findSessions } from '../../../checkout/read-sessions.ts'
import { isUuid } from '../../../primitives/id.ts'
import { addressWarnings } from '../../request/address-warnings.ts'
import { accountEndpoint, envelope, type Message } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byAge } from '../../request/list-page.ts'
import { readList } from '../../request/list-query.ts'
import { withSealedText } from '../../request/sealed-response.ts'
import { bodyFields, type Issue, validate } from '../../request/validation.ts'
import { metadataIssues } from '../transactions/metadata.ts'
import { normalizeOrder } from '../transactions/normalize-order.ts'
import { orderWarnings } from '../transactions/order-warnings.ts'
import { refuseOtherCurrency } from '../transactions/parse-order.ts'

export const postCheckoutSession = accountEndpoint({
  summary: 'Abrir uma sessão de checkout',
  description:
    'A compra de um pagador: mande o comprador para url, e ele escolhe como pagar. Cada tentativa cria uma transação como as outras, com checkoutSessionId; libere o pedido pelo webhook dela, e não pela volta do comprador.',
  body: CreateCheckoutSessionRequest,
  answer: envelopeOf(CheckoutSessionWire),
  status: 201,
  rejections: [
    'validation-failed',
    'currency-not-supported',
    'postback-url-invalid',
    'amount-below-minimum',
    'amount-above-maximum',
  ],
  warnings: ({ body }, rules) => [
    ...orderWarnings(body, rules),
    ...addressWarnings(body, { opened: ['redirectUrl', 'cancelUrl'] }, rules),
  ],
  handle(context, request) {
    const { app } = context
    const { account } = request.holder
    const asked = readSession(request.body)
    const message = { pt: 'Sessão de checkout aberta.', en: 'Checkout session opened.' }
    return withSealedText<CheckoutSession>(context, request, {
      accountId: account.id,
      kind: 'carried',
      run: (idempotency) => openSession(app, account, asked, idempotency),
      objectIdOf: ({ id }) => id,
      text: (session) => ({
        status: 201,
        body: envelope(
          { status: 201, message, data: render(app, { session, attempts: [] }) },
          request.language,
        ),
      }),
    })
  },
})

/** The order of a session has the tolerances of a transaction. */
function readSession(body: unknown): CreateCheckoutSessionRequest {
  const fields = bodyFields(body)
  refuseOtherCurrency(fields)
  const order = normalizeOrder(fields)
  const own = Object.entries(fields).filter(
    ([name, value]) => value !== null && !Object.hasOwn(CreateTransactionRequest.properties, name),
  )
  const issues = [...metadataIssues(order.metadata), ...sizeIssues(order)]
  return validate(CreateCheckoutSessionRequest, { ...Object.fromEntries(own), ...order }, issues)
}

/** Each transaction of the session carries them, and what its payer enters. */
function sizeIssues({
  items,
  metadata,
  shipping,
  customer,
}: Readonly<Record<string, unknown>>): Issue[] {
  const bytes = Buffer.byteLength(JSON.stringify({ items, metadata, shipping, customer }))
  if (bytes <= maxFactsBytes) return []
  const inMetadata = Buffer.byteLength(JSON.stringify(metadata ?? null)) > maxFactsBytes / 2
  return [{ field: inMetadata ? 'metadata' : 'items', problem: `too-big ${maxFactsBytes}` }]
}

export const listCheckoutSessions = accountListEndpoint({
  summary: 'Listar sessões de checkout, da mais nova à mais antiga',
  description: 'O status de cada uma é o de agora, e por isso não é filtro.',
  query: ListCheckoutSessionsQuery,
  item: CheckoutSessionWire,
  message: { pt: 'Sessões encontradas.', en: 'Sessions found.' },
  read: (query) =>
    readList(ListCheckoutSessionsQuery, query, ({ read }) => ({
      linkId: read('paymentLinkId', 'format', (id) => (isUuid(id) ? id.toLowerCase() : undefined)),
      after: read('cursor', 'cursor', byAge.read),
    })),
  find: (app, { holder }, wanted) => findSessions(app, holder.account.id, wanted),
  cursor: ({ session }) => byAge.text(session),
  render: (found, app) => render(app, found),
})

export const getCheckoutSession = accountEndpoint({
  summary: 'Consultar uma sessão de checkout',
  answer: envelopeOf(CheckoutSessionWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const data = render(app, await findSession(app, request.holder.account.id, idFrom(request)))
    return { message: { pt: 'Sessão encontrada.', en: 'Session found.' }, data }
  },
})

export const postCheckoutSessionExpiry = accountEndpoint({
  summary: 'Encerrar uma sessão de checkout',
  description:
    'A página deixa de aceitar pagamentos, e um PIX ou boleto em aberto é cancelado no banco. Se o pagamento chegou antes, ele vale e a resposta é 409. De um boleto por arquivo que o banco já pode ter, a baixa é pedida, e ele pode ser pago até o banco a confirmar.',
  answer: envelopeOf(CheckoutSessionWire),
  rejections: ['not-found', 'status-does-not-allow', 'boleto-in-protest', 'provider-unavailable'],
  handle(context, request) {
    const { app } = context
    const { account } = request.holder
    return withSealedText<SessionWithAttempts>(context, request, {
      accountId: account.id,
      kind: 'leased', // Ending a session twice has the same effect as once.
      run: () => expireSession(app, account, idFrom(request)),
      objectIdOf: ({ session }) => session.id,
      text: (found) => ({
        status: 200,
        body: envelope(
          { message: endedMessage(found), data: render(app, found) },
          request.language,
        ),
      }),
    })
  },
})

/** A charge that still waits is a boleto whose write-off was requested. */
function endedMessage({ attempts }: SessionWithAttempts): Message {
  const current = currentOf(attempts)
  return current && isWaitingCharge(current) ? endedWithBoleto : ended
}

const ended: Message = { pt: 'Sessão encerrada.', en: 'Session ended.' }
const endedWithBoleto: Message = {
  pt: 'Sessão encerrada, e a baixa do boleto foi pedida ao banco. Até que ele a confirme, o boleto ainda pode ser pago.',
  en: 'Session ended, and the write-off of its boleto was requested from the bank. Until the bank confirms it, the boleto can still be paid.',
}

const render = (
  { links, clock }: Pick<App, 'links' | 'clock'>,
  found: SessionWithAttempts,
): CheckoutSessionWire => renderSession(found, { links, now: clock.now() })
