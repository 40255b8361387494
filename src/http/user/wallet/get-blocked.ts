import { listOf } from '../../../../contract/envelope.ts'
import { ListQuery } from '../../../../contract/list.ts'
import { BlockedPartWire } from '../../../../contract/wallet.ts'
import type { App } from '../../../app.ts'
import { type BlockedPart, blockedParts } from '../../../settlement/blocked-store.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { byId, pageOf } from '../../request/list-page.ts'
import { limitFrom, queryReader } from '../../request/list-query.ts'

export const getBlocked = accountEndpoint({
  summary: 'Ver por que há dinheiro bloqueado',
  description:
    'Cada devolução, disputa e saque que retém uma parte de blocked, do mais antigo ao mais novo: a soma é blocked.',
  query: ListQuery,
  answer: listOf(BlockedPartWire),
  rejections: ['validation-failed'],
  async handle({ app }, asked) {
    const reader = queryReader(ListQuery, asked.query)
    const after = reader.read('cursor', 'cursor', byId.read)
    const limit = limitFrom(reader)
    reader.refuse()
    const parts = await blockedParts(app.sql, asked.holder.account.id, {
      limit: limit + 1,
      ...(after !== undefined && { after }),
    })
    const { shown, pagination } = pageOf(parts, limit, ({ id }) => byId.text(id))
    return {
      message: { pt: 'Dinheiro bloqueado.', en: 'Blocked money.' },
      data: shown.map((part) => renderPart(part, app.links)),
      meta: { pagination },
    }
  },
})

const renderPart = (part: BlockedPart, { baseUrl }: App['links']): BlockedPartWire => ({
  ...part,
  url: baseUrl + pathOf[part.type](part),
  entriesUrl: `${baseUrl}/api/user/wallet/entries?causeId=${part.id}`,
})

/** Where each is looked up. */
const pathOf: Readonly<Record<BlockedPart['type'], (part: BlockedPart) => string>> = {
  refund: ({ transactionId }) => `/api/user/transactions/${transactionId}`,
  dispute: ({ id }) => `/api/user/chargebacks/${id}`,
  cashout: ({ id }) => `/api/user/cashout/${id}`,
}
