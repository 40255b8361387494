import {
  CashoutApprovalWire,
  CashoutReceiptWire,
  CashoutWire,
  ListCashoutsQuery,
} from '../../../../contract/cashout.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { cashoutSettingsOf } from '../../../accounts/cashout-settings.ts'
import type { Cashout, CashoutStatus } from '../../../cashout/cashout.ts'
import { renderReceipt } from '../../../cashout/cashout-receipt.ts'
import { type CashoutCursor, cashoutPage, countCashouts } from '../../../cashout/cashout-store.ts'
import { renderCashout } from '../../../cashout/cashout-wire.ts'
import { findCashout } from '../../../cashout/read-cashouts.ts'
import { approvalToken } from '../../../cashout/request-approval.ts'
import { cents } from '../../../primitives/money.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import { type Column, csvFile, csvName, everyPage, type PageWanted } from '../../request/csv.ts'
import {
  type AccountRequest,
  accountEndpoint,
  type RequestContext,
} from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byAge } from '../../request/list-page.ts'
import { readCashoutQuery } from './read-cashout.ts'

export const getCashout = accountEndpoint({
  summary: 'Consultar um saque',
  answer: envelopeOf(CashoutWire),
  rejections: ['not-found'],
  async handle(edge, asked) {
    const cashout = await mustFind(edge, asked)
    return {
      message: { pt: 'Saque encontrado.', en: 'Cashout found.' },
      data: renderCashout(cashout, edge.app.links),
    }
  },
})

export const listCashouts = accountListEndpoint({
  summary: 'Listar saques, do mais novo ao mais antigo',
  description: 'Com `Accept: text/csv` ou `format=csv` vêm todos num arquivo para planilhas.',
  query: ListCashoutsQuery,
  item: CashoutWire,
  message: { pt: 'Saques encontrados.', en: 'Cashouts found.' },
  read: readCashoutQuery,
  find: ({ sql }, { holder }, wanted) => cashoutPage(sql, holder.account.id, wanted, wanted),
  count: ({ sql }, { holder }, filter) => countCashouts(sql, holder.account.id, filter, 10_000),
  cursor: byAge.text,
  render: (cashout, app) => renderCashout(cashout, app.links),
  file({ sql, clock }, { holder }, { limit: _, after: __, page: ___, ...filter }) {
    const pages = everyPage(
      (page: PageWanted<CashoutCursor>) => cashoutPage(sql, holder.account.id, filter, page),
      ({ createdAt, id }) => ({ createdAt, id }),
    )
    return csvFile(csvName('saques', filter, clock.now()), columns, pages)
  },
})

export const getCashoutReceipt = accountEndpoint({
  summary: 'Comprovante de um saque entregue',
  description:
    'Com o EndToEndId, que o banco de quem recebeu também conhece. Documentos vêm mascarados.',
  answer: envelopeOf(CashoutReceiptWire),
  rejections: ['not-found', 'cashout-status-does-not-allow'],
  async handle(edge, asked) {
    const cashout = await mustFind(edge, asked)
    const data = renderReceipt(cashout, asked.holder.account)
    if (!data)
      throw new Rejection('cashout-status-does-not-allow', { params: { status: cashout.status } })
    return { message: { pt: 'Comprovante do saque.', en: 'Receipt of the cashout.' }, data }
  },
})

export const getCashoutApproval = accountEndpoint({
  summary: 'Ver quem aprova os saques da conta',
  description:
    'Com by igual a callback, url recebe um POST assinado como os webhooks, com o token, e responde {"approved": true} ou {"approved": false, "reason": "…"}. Sem resposta em 24 horas o saque é cancelado.',
  answer: envelopeOf(CashoutApprovalWire),
  handle({ app }, { holder }) {
    const { approval } = cashoutSettingsOf(holder.account)
    const data: CashoutApprovalWire = {
      above: approval?.above ?? null,
      by: approval?.by ?? null,
      url: approval?.url ?? null,
      token: approval?.by === 'callback' ? approvalToken(app, holder.account.id) : null,
    }
    return { message: { pt: 'Aprovação de saques.', en: 'Approval of cashouts.' }, data }
  },
})

const columns: readonly Column<Cashout>[] = [
  ['Data', ({ createdAt }) => createdAt],
  ['Favorecido', ({ receiver, order }) => receiver?.name ?? order.beneficiaryName],
  ['Chave Pix', ({ key }) => key.value],
  ['Pedido', ({ order }) => order.externalRef],
  ['Meio', () => methods.PIX.label],
  ['Situação', ({ status }) => cashoutWords[status]],
  ['Valor', ({ amount }) => amount],
  ['Tarifa', ({ fee }) => fee],
  ['Total', ({ amount, fee }) => cents(amount + fee)],
  ['Voltou', ({ returnedAmount }) => returnedAmount],
  ['Concluído em', ({ completedAt }) => completedAt],
  ['Motivo', ({ failure }) => failure?.reason],
  ['ID da transação PIX', ({ endToEndId }) => endToEndId],
  ['Saque', ({ id }) => id],
]

const cashoutWords: Readonly<Record<CashoutStatus, string>> = {
  PENDING: 'Pendente',
  PROCESSING: 'Em processamento',
  COMPLETED: 'Concluído',
  FAILED: 'Não feito',
  CANCELED: 'Cancelado',
  REFUNDED: 'Devolvido',
}

async function mustFind({ app }: RequestContext, asked: AccountRequest): Promise<Cashout> {
  const cashout = await findCashout(app, asked.holder.account.id, idFrom(asked))
  if (!cashout) throw new Rejection('not-found')
  return cashout
}
