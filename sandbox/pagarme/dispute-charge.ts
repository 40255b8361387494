import type { SaleDue } from '../acquirer/change-sale.ts'
import { lastCaptured, type Sale } from '../acquirer/sale.ts'
import type { SaleStore } from '../acquirer/sale-store.ts'
import { notice } from '../agenda/agenda.ts'
import type { ClaimRequest, ClaimResult } from '../world.ts'
import type { ChargebackStore } from './chargeback-store.ts'
import { chargeId, saleIdOf } from './render.ts'
import type { Moved } from './settlement-book.ts'

/**
 * `POST /disputes`: Pagar.me notifies only the decision of a chargeback, and later its recovery.
 * `undefined`: not a charge of this provider.
 */
export function disputeCharge(
  {
    sales,
    chargebacks,
    book,
  }: {
    readonly sales: SaleStore
    readonly chargebacks: ChargebackStore
    /** Books what the claim takes or returns. */
    readonly book: (sale: Sale, moved: Moved) => void
  },
  claim: ClaimRequest,
  now: Date,
): { readonly result: ClaimResult; readonly due: readonly SaleDue[] } | undefined {
  const sale = claim.kind === 'chargeback' ? locate(sales, claim.reference) : undefined
  if (!sale) return undefined
  const amount = sale.capturedAmount ?? 0
  const known = chargebacks.find(sale.id)?.state
  const isLoss = claim.action === 'open' || claim.action === 'lose'
  if (isLoss && amount === 0) return no('A cobrança não foi capturada: não há o que contestar.')
  if (isLoss && claim.amount !== undefined && claim.amount !== amount)
    return no('Na Pagar.me contesta-se a cobrança inteira.')
  if (isLoss && known) return no('Esta cobrança já foi contestada.')
  if (!isLoss && known !== 'lost') return no('Esta cobrança não tem chargeback a reverter.')
  book(sale, { type: isLoss ? 'chargeback' : 'chargeback_refund', amount, createdAt: now })
  chargebacks.put(sale.id, { state: isLoss ? 'lost' : 'recovered', changedAt: now.getTime() })
  return {
    result: { done: true, caseId: chargeId(sale), amount, state: isLoss ? 'lost' : 'won' },
    due: [
      notice(sale.id, isLoss ? 'charge.chargedback' : 'charge.chargeback_recovered', now.getTime()),
    ],
  }
}

const no = (reason: string) => ({ result: { done: false, reason } as const, due: [] })

function locate(sales: SaleStore, reference: string): Sale | undefined {
  const [number] = /^PG([0-9]{14})$/.exec(reference)?.slice(1) ?? []
  return (
    sales.find(saleIdOf(reference) ?? reference) ??
    lastCaptured(sales.ofOrder(reference)) ??
    (number === undefined ? undefined : sales.ofNumber(Number(number)))
  )
}
