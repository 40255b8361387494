import { ListQuery } from '../../../../contract/list.ts'
import { BlockedPartWire } from '../../../../contract/wallet.ts'
import type { App } from '../../../app.ts'
import { type BlockedPart, blockedParts } from '../../../settlement/blocked-store.ts'
import { accountListEndpoint, readPage } from '../../request/list-endpoint.ts'
import { byId } from '../../request/list-page.ts'

export const listBlocked = accountListEndpoint({
  summary: 'Ver por que há dinheiro bloqueado',
  description:
    'Cada devolução, disputa e saque que retém uma parte de blocked, do mais antigo ao mais novo: a soma é blocked.',
  query: ListQuery,
  item: BlockedPartWire,
  message: { pt: 'Dinheiro bloqueado.', en: 'Blocked money.' },
  read: (query) => readPage(query, byId),
  find: ({ sql }, { holder }, wanted) => blockedParts(sql, holder.account.id, wanted),
  cursor: ({ id }) => byId.text(id),
  render: (part, app) => renderPart(part, app.links),
})

const renderPart = (part: BlockedPart, { baseUrl }: App['links']): BlockedPartWire => ({
  ...part,
  url: baseUrl + pathOf[part.type](part),
  entriesUrl: `${baseUrl}/api/user/wallet/entries?causeId=${part.id}`,
})

/** The address of each object. */
const pathOf: Readonly<Record<BlockedPart['type'], (part: BlockedPart) => string>> = {
  refund: ({ transactionId }) => `/api/user/transactions/${transactionId}`,
  dispute: ({ id }) => `/api/user/chargebacks/${id}`,
  cashout: ({ id }) => `/api/user/cashout/${id}`,
}
