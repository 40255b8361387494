import { type Agenda, openAgenda } from '../agenda/agenda.ts'
import type { Due, DueStore } from '../agenda/due-store.ts'
import { openPoster } from '../agenda/poster.ts'
import type { World } from '../world.ts'
import type { Claims, ClaimWork } from './claims.ts'
import { afterDue, type CieloWork } from './due-work.ts'
import type { SaleStore } from './sale-store.ts'
import type { StoreKeys } from './store-keys.ts'

export type CieloDue = Due<CieloWork>

/**
 * Later changes of sales and their notices. A notice that is not accepted is sent again every
 * 30 min, three times (docs/design/providers/cielo.md#notice-format).
 */
export function openCieloAgenda(
  world: World,
  parts: {
    readonly sales: SaleStore
    readonly claims: Pick<Claims, 'act'>
    readonly dues: DueStore<CieloWork>
    readonly keys: StoreKeys
    readonly noticeUrl: () => string | undefined
    readonly authority: string
  },
): Agenda<CieloWork> & { stop(): Promise<void> } {
  const { sales, claims, dues, keys, noticeUrl } = parts
  const poster = openPoster(parts.authority)
  const agenda = openAgenda<CieloWork>(world, {
    provider: 'cielo',
    dues,
    act(paymentId, work) {
      if (isOfClaim(work)) return claims.act(paymentId, work)
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

const isOfClaim = (work: CieloWork): work is ClaimWork => work.kind === 'claim' || 'stage' in work
