import {
  CashoutReceiptWire,
  CashoutWire,
  CreateCashoutRequest,
  DecideOwnCashoutRequest,
  ListCashoutsQuery,
} from '../../../../contract/cashout.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { cashoutExamples } from '../../../../contract/examples.ts'
import { cashoutStatusNames } from '../../../../contract/status-names.ts'
import { cancelCashout } from '../../../cashout/cancel-cashout.ts'
import type { Cashout } from '../../../cashout/cashout.ts'
import { renderReceipt } from '../../../cashout/cashout-receipt.ts'
import { type CashoutCursor, cashoutList } from '../../../cashout/cashout-store.ts'
import { renderCashout } from '../../../cashout/cashout-wire.ts'
import { createCashout } from '../../../cashout/create-cashout.ts'
import { createCodeCashout } from '../../../cashout/create-code-cashout.ts'
import { openOwnerQuery } from '../../../cashout/owner-query.ts'
import { findCashout } from '../../../cashout/read-cashouts.ts'
import { checkPostbackUrl } from '../../../outbound/destination.ts'
import { defined } from '../../../primitives/defined.ts'
import { cents } from '../../../primitives/money.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { methods } from '../../../transactions/methods/methods.ts'
import { decideWaitingCashout } from '../../cashout-decision.ts'
import { addressWarnings } from '../../request/address-warnings.ts'
import { type Column, csvFile, csvName, everyPage, type PageWanted } from '../../request/csv.ts'
import {
  type AccountRequest,
  accountEndpoint,
  type RequestContext,
} from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byAge } from '../../request/list-page.ts'
import { validate } from '../../request/validation.ts'
import { idempotentCashout } from './idempotent-cashout.ts'
import { codeAllowance } from './query-allowances.ts'
import { readCashout, readCashoutQuery } from './read-cashout.ts'

export const postCashout = accountEndpoint({
  summary: 'Pedir um saque para uma chave, uma conta ou um código PIX',
  description:
    'O valor e a tarifa ficam reservados na hora e o envio vem em seguida: acompanhe por webhook, ou consultando. Um pedido igual em poucos minutos é recusado com o id do primeiro, salvo confirmDuplicate. A cobrança de um código PIX dinâmico é paga uma vez só.',
  body: CreateCashoutRequest,
  examples: cashoutExamples,
  answer: envelopeOf(CashoutWire),
  rejections: [
    'validation-failed',
    'permission-denied',
    'cashout-disabled',
    'provider-not-configured',
    'price-not-set',
    'pix-key-invalid',
    'bank-account-invalid',
    'document-invalid',
    'pix-key-owner-mismatch',
    'qrcode-invalid',
    'qrcode-not-supported',
    'qrcode-not-payable',
    'qrcode-amount-differs',
    'rate-limited',
    'provider-unavailable',
    'cashout-limit-exceeded',
    'insufficient-balance',
    'possible-duplicate',
    'postback-url-invalid',
  ],
  warnings: ({ body }, rules) => addressWarnings(body, { called: ['postbackUrl'] }, rules),
  handle(context, request) {
    const { app } = context
    const { account, keyId, keyName, grant } = request.holder
    const { receiverToken, ...wanted } = readCashout(request.body)
    const ownerQuery =
      receiverToken === undefined ? undefined : openOwnerQuery(app.vault, account.id, receiverToken)
    const cashoutRequest = {
      ...wanted,
      ...(ownerQuery && { ownerQuery }),
      requestedBy: { keyId, name: keyName },
      grant,
    }
    const { postbackUrl } = cashoutRequest.order
    if (postbackUrl !== null) checkPostbackUrl(postbackUrl, app.config.outbound)
    return idempotentCashout(context, request, {
      message: { pt: 'Saque pedido.', en: 'Cashout requested.' },
      run(idempotency) {
        const options = { ...(idempotency && { idempotency }) }
        return 'qrcode' in cashoutRequest
          ? createCodeCashout(app, account, cashoutRequest, {
              ...options,
              readings: codeAllowance(context.limiter, account.id),
            })
          : createCashout(app, account, cashoutRequest, options)
      },
    })
  },
})

export const listCashouts = accountListEndpoint({
  summary: 'Listar saques, do mais novo ao mais antigo',
  description: 'Com `Accept: text/csv` ou `format=csv` vêm todos num arquivo para planilhas.',
  query: ListCashoutsQuery,
  item: CashoutWire,
  message: { pt: 'Saques encontrados.', en: 'Cashouts found.' },
  read: readCashoutQuery,
  find: ({ sql }, { holder }, wanted) => cashoutList.page(sql, holder.account.id, wanted, wanted),
  count: ({ sql }, { holder }, filter) => cashoutList.count(sql, holder.account.id, filter, 10_000),
  cursor: byAge.text,
  render: (cashout, app) => renderCashout(cashout, app.links),
  file({ sql, clock }, { holder }, { limit: _, after: __, page: ___, ...filter }) {
    const pages = everyPage(
      (page: PageWanted<CashoutCursor>) => cashoutList.page(sql, holder.account.id, filter, page),
      ({ createdAt, id }) => ({ createdAt, id }),
    )
    return csvFile(csvName('saques', filter, clock.now()), columns, pages)
  },
})

export const getCashout = accountEndpoint({
  summary: 'Consultar um saque',
  answer: envelopeOf(CashoutWire),
  rejections: ['not-found'],
  async handle(context, request) {
    const cashout = await mustFind(context, request)
    return {
      message: { pt: 'Saque encontrado.', en: 'Cashout found.' },
      data: renderCashout(cashout, context.app.links),
    }
  },
})

export const getCashoutReceipt = accountEndpoint({
  summary: 'Comprovante de um saque entregue',
  description:
    'Com o EndToEndId, que o banco de quem recebeu também conhece. Documentos vêm mascarados.',
  answer: envelopeOf(CashoutReceiptWire),
  rejections: ['not-found', 'cashout-status-does-not-allow'],
  async handle(context, request) {
    const cashout = await mustFind(context, request)
    const data = renderReceipt(cashout, request.holder.account)
    if (!data)
      throw new Rejection('cashout-status-does-not-allow', { params: { status: cashout.status } })
    return { message: { pt: 'Comprovante do saque.', en: 'Receipt of the cashout.' }, data }
  },
})

export const postCashoutCancel = accountEndpoint({
  summary: 'Cancelar um saque que ainda não saiu',
  description: 'Só em PENDING. O valor reservado volta ao saldo.',
  answer: envelopeOf(CashoutWire),
  rejections: ['not-found', 'cashout-status-does-not-allow'],
  handle: (context, request) =>
    idempotentCashout(context, request, {
      message: { pt: 'Saque cancelado.', en: 'Cashout canceled.' },
      run: (idempotency) => {
        context.app.journal.assertCapacity()
        return cancelCashout(context.app, request.holder.account.id, idFrom(request), {
          ...(idempotency && { idempotency }),
        })
      },
    }),
})

const columns: readonly Column<Cashout>[] = [
  ['Data', ({ createdAt }) => createdAt],
  ['Quem recebe', ({ receiver, order }) => receiver?.name ?? order.beneficiaryName],
  ['Chave PIX', ({ key }) => key.value],
  ['Pedido', ({ order }) => order.externalRef],
  ['Método', () => methods.PIX.label],
  ['Situação', ({ status }) => cashoutStatusNames[status].pt],
  ['Valor', ({ amount }) => amount],
  // Of one that did not leave, all of it went back to the balance, and no fee was charged.
  ['Tarifa', (cashout) => (isReleased(cashout) ? undefined : cashout.fee)],
  ['Total', (cashout) => (isReleased(cashout) ? undefined : cents(cashout.amount + cashout.fee))],
  ['Voltou', ({ returnedAmount }) => returnedAmount],
  ['Entregue em', ({ completedAt }) => completedAt],
  ['Motivo', ({ failure }) => failure?.reason],
  ['ID da transação PIX', ({ endToEndId }) => endToEndId],
  ['Saque', ({ id }) => id],
]

const isReleased = ({ status }: Cashout): boolean => status === 'FAILED' || status === 'CANCELED'

async function mustFind({ app }: RequestContext, request: AccountRequest): Promise<Cashout> {
  const cashout = await findCashout(app, request.holder.account.id, idFrom(request))
  if (!cashout) throw new Rejection('not-found')
  return cashout
}

export const postCashoutApproval = accountEndpoint({
  summary: 'Aprovar um saque que outra pessoa, ou uma chave, pediu',
  description:
    'Só uma pessoa aprova, e nunca a que pediu nem a que fez a chave que pediu, também com outro login do mesmo nome ou da mesma caixa de e-mail.',
  body: DecideOwnCashoutRequest,
  answer: envelopeOf(CashoutWire),
  rejections: [
    'not-found',
    'validation-failed',
    'cashout-status-does-not-allow',
    'approver-asked-for-it',
    'approver-not-independent',
  ],
  handle: (context, request) => decideOwn(context, request, true),
})

export const postCashoutDenial = accountEndpoint({
  summary: 'Negar um saque: o valor volta ao saldo',
  body: DecideOwnCashoutRequest,
  answer: envelopeOf(CashoutWire),
  rejections: ['not-found', 'validation-failed', 'cashout-status-does-not-allow'],
  handle: (context, request) => decideOwn(context, request, false),
})

function decideOwn(context: RequestContext, request: AccountRequest, isApproved: boolean) {
  const { reason } = validate(DecideOwnCashoutRequest, request.body ?? {})
  const accountId = request.holder.account.id
  return decideWaitingCashout(context, request, {
    place: { accountId, id: idFrom(request) },
    scope: accountId,
    permission: 'approvals:decide',
    keyScope: accountId,
    ...{ isApproved, decidedBy: request.holder.keyName, ...defined({ reason }) },
  })
}
