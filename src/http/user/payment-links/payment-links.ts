import { envelopeOf } from '../../../../contract/envelope.ts'
import {
  ChangePaymentLinkRequest,
  CreatePaymentLinkRequest,
  ListPaymentLinksQuery,
  PaymentLinkWire,
  paymentLinkStatuses,
} from '../../../../contract/payment-link.ts'
import type { App } from '../../../app.ts'
import { linkById, linkPage, type UsedLink } from '../../../checkout/payment-link-store.ts'
import { renderLink } from '../../../checkout/payment-link-wire.ts'
import { changeLink, createLink } from '../../../checkout/payment-links.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { addressWarnings } from '../../request/address-warnings.ts'
import { type AccountRequest, accountEndpoint, envelope } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byAge } from '../../request/list-page.ts'
import { choiceOf, oneOrMore, type Query, readList } from '../../request/list-query.ts'
import type { Fields } from '../../request/normalize.ts'
import { withSealedText } from '../../request/sealed-response.ts'
import { bodyFields, validate } from '../../request/validation.ts'
import type { AddressRules } from '../../request/warnings.ts'
import { metadataIssues } from '../transactions/metadata.ts'
import { refuseOtherCurrency } from '../transactions/parse-order.ts'

export const postPaymentLink = accountEndpoint({
  summary: 'Criar um link de pagamento',
  description:
    'Uma página sua para vender sem código: mande url ao pagador, ou mostre o QR. Cada uso cria uma transação como as outras, com paymentLinkId.',
  body: CreatePaymentLinkRequest,
  answer: envelopeOf(PaymentLinkWire),
  status: 201,
  rejections: [
    'validation-failed',
    'currency-not-supported',
    'postback-url-invalid',
    'amount-below-minimum',
    'amount-above-maximum',
  ],
  warnings: linkWarnings,
  handle(context, request) {
    const { app } = context
    const { account } = request.holder
    const fields = bodyFields(request.body)
    refuseOtherCurrency(fields)
    const asked = validate(
      CreatePaymentLinkRequest,
      withoutNulls(fields),
      metadataIssues(fields.metadata),
    )
    const message = { pt: 'Link de pagamento criado.', en: 'Payment link created.' }
    return withSealedText<UsedLink>(context, request, {
      accountId: account.id,
      kind: 'carried',
      run: (idempotency) => createLink(app, account, asked, idempotency),
      objectIdOf: ({ link }) => link.id,
      text: (used) => ({
        status: 201,
        body: envelope({ status: 201, message, data: render(app, used) }, request.language),
      }),
    })
  },
})

export const listPaymentLinks = accountListEndpoint({
  summary: 'Listar links de pagamento, do mais novo ao mais antigo',
  query: ListPaymentLinksQuery,
  item: PaymentLinkWire,
  message: { pt: 'Links de pagamento encontrados.', en: 'Payment links found.' },
  read: readLinkQuery,
  async find({ sql }, { holder }, wanted) {
    const { rows, end } = await linkPage(sql, holder.account.id, wanted, wanted)
    return { rows, nextCursor: end ? byAge.text(end) : null }
  },
  cursor: ({ link }) => byAge.text(link),
  render: (used, app) => render(app, used),
})

function readLinkQuery(query: Query) {
  const { statuses, ...read } = readList(ListPaymentLinksQuery, query, (reader) => ({
    statuses: reader.read('status', choiceOf(paymentLinkStatuses), oneOrMore(paymentLinkStatuses)),
    search: reader.query.search?.trim() || undefined,
    after: reader.read('cursor', 'cursor', byAge.read),
  }))
  // Both statuses are the whole list.
  const [status, another] = statuses ?? []
  return { ...read, ...(status && !another && { status }) }
}

export const getPaymentLink = accountEndpoint({
  summary: 'Consultar um link de pagamento',
  answer: envelopeOf(PaymentLinkWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const data = render(app, await linkOf(app, request))
    return { message: { pt: 'Link de pagamento encontrado.', en: 'Payment link found.' }, data }
  },
})

export const patchPaymentLink = accountEndpoint({
  summary: 'Alterar, desligar ou religar um link de pagamento',
  description: 'Só o que vier muda; null remove. Vale a partir do próximo formulário aberto.',
  body: ChangePaymentLinkRequest,
  answer: envelopeOf(PaymentLinkWire),
  rejections: [
    'not-found',
    'validation-failed',
    'currency-not-supported',
    'postback-url-invalid',
    'amount-below-minimum',
    'amount-above-maximum',
  ],
  warnings: linkWarnings,
  async handle({ app }, request) {
    const fields = bodyFields(request.body)
    refuseOtherCurrency(fields)
    const change = validate(ChangePaymentLinkRequest, request.body, metadataIssues(fields.metadata))
    const used = await changeLink(app, request.holder.account, idFrom(request), change)
    return {
      message: { pt: 'Link de pagamento alterado.', en: 'Payment link changed.' },
      data: render(app, used),
    }
  },
})

function linkWarnings({ body }: Pick<AccountRequest, 'body'>, rules: AddressRules) {
  return addressWarnings(body, { called: ['postbackUrl'], opened: ['redirectUrl'] }, rules)
}

/** The link in the path. Throws `not-found`. */
export async function linkOf(app: Pick<App, 'sql'>, request: AccountRequest): Promise<UsedLink> {
  const found = await linkById(app.sql, request.holder.account.id, idFrom(request))
  if (!found) throw new Rejection('not-found')
  return found
}

const render = ({ links, clock }: Pick<App, 'links' | 'clock'>, used: UsedLink): PaymentLinkWire =>
  renderLink(used, { links, now: clock.now() })

/** An explicit null counts as absent. */
const withoutNulls = (fields: Fields): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
