import { type Agenda, openAgenda } from '../agenda/agenda.ts'
import type { Due, DueStore } from '../agenda/due-store.ts'
import { openPoster } from '../agenda/post-notice.ts'
import type { World } from '../world.ts'
import { afterDue, type SaleWork } from './due-work.ts'
import type { SaleStore } from './sale-store.ts'
import type { StoreKeys } from './store-keys.ts'

export type CieloDue = Due<SaleWork>

/** What becomes of sales by itself, and the notices of it: again every 30 min, three times (acquirers 3.11). */
export function openCieloAgenda(
  world: World,
  parts: {
    readonly sales: SaleStore
    readonly dues: DueStore<SaleWork>
    readonly keys: StoreKeys
    readonly noticeUrl: () => string | undefined
    readonly authority: string
  },
): Agenda<SaleWork> & { stop(): Promise<void> } {
  const { sales, dues, keys, noticeUrl } = parts
  const poster = openPoster(parts.authority)
  const agenda = openAgenda<SaleWork>(world, {
    provider: 'cielo',
    dues,
    act(paymentId, work) {
      const sale = sales.find(paymentId)
      const change = sale && afterDue(sale, work, world.now())
      if (!change) return []
      sales.update(change.sale)
      return change.due
    },
    async send(paymentId, { what, wrongSecret }) {
      const url = noticeUrl()
      if (!url) return undefined
      const { name, value } = keys.noticeHeader
      const body = { PaymentId: paymentId, ChangeType: Number(what) }
      return poster.post(url, { [name]: wrongSecret ? `not-${value}` : value }, body)
    },
    referenceOf: (paymentId) => sales.find(paymentId)?.orderId ?? paymentId,
    retries: 3,
    betweenTriesMs: 30 * 60_000,
  })
  return { ...agenda, stop: poster.stop }
}
