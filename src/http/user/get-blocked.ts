import { listOf } from '../../../contract/envelope.ts'
import { BlockedPartWire, BlockedQuery } from '../../../contract/wallet.ts'
import type { App } from '../../app.ts'
import { type BlockedPart, blockedParts } from '../../settlement/blocked-store.ts'
import type { AskedByAccount, Endpoint } from '../endpoint.ts'
import { whole } from './read-list-query.ts'
import { idCursor, readIdCursor } from './read-wallet-query.ts'
import { readerOf, withoutBlanks } from './read-webhook-query.ts'

export const getBlocked: Endpoint<AskedByAccount> = {
  summary: 'Ver por que há dinheiro bloqueado',
  description:
    'Cada devolução, disputa e saque que retém uma parte de blocked, do mais antigo ao mais novo: a soma é blocked.',
  query: BlockedQuery,
  answer: listOf(BlockedPartWire),
  rejections: ['validation-failed'],
  async handle({ app }, asked) {
    const { query, read, refuse } = readerOf(BlockedQuery, withoutBlanks(asked.query))
    const after = read(query.cursor, 'cursor', 'cursor', readIdCursor)
    const limit = Math.min(
      read(query.limit, 'limit', 'integer', (text) => whole(text, Number.MAX_SAFE_INTEGER)) ?? 20,
      100,
    )
    refuse()
    const parts = await blockedParts(app.sql, asked.holder.account.id, {
      limit: limit + 1,
      ...(after !== undefined && { after }),
    })
    const last = parts[limit - 1]
    return {
      message: { pt: 'Dinheiro bloqueado.', en: 'Blocked money.' },
      data: parts.slice(0, limit).map((part) => renderPart(part, app.links)),
      beside: { pagination: { limit, nextCursor: parts.length > limit && last ? idCursor(last.id) : null } },
    }
  },
}

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
