import { dayMs } from '../../primitives/durations.ts'
import { cents } from '../../primitives/money.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type { Claim, ClaimListing, DisputePort } from '../ports/dispute.ts'
import { decodeCharge, decodeCharges, isChargeId, type PagarmeCharge } from './decode.ts'
import { unknown } from './sale-outcome.ts'
import { type PagarmeSettings, usualAskEveryMs } from './settings.ts'

/**
 * Pagar.me reports a chargeback when it is decided: the charge is `chargedback`, and `paid` again
 * when it was recovered. The charge is the case. A defence is possible only in its dashboard.
 */
export function openDisputePort(
  { askEveryMs = usualAskEveryMs }: NonNullable<PagarmeSettings['chargebacks']>,
  get: (path: string, signal: AbortSignal) => Promise<ProviderAnswer>,
): DisputePort {
  const claimsOfCharge = async (reference: string, signal: AbortSignal): Promise<ClaimListing> => {
    if (!isChargeId(reference)) return unknown('not the id of a charge')
    const answer = await get(`/charges/${reference}`, signal)
    if (answer.kind !== 'answered') return unknown(answer.cause)
    const charge = answer.status === 200 ? decodeCharge(answer.text) : undefined
    if (charge?.id !== reference)
      return unknown(`query of a chargeback answered ${answer.status}, unreadable or unexpected`)
    const state = stateOf(charge)
    return { kind: 'listed', claims: state ? [claimOf(charge, state)] : [] }
  }

  return {
    askEveryMs,
    async list(since, signal, _now, lostCases) {
      const lost: PagarmeCharge[] = []
      const unread: string[] = []
      for (let page = 1; page <= maxPages; page += 1) {
        const from = new Date(since.getTime() - claimableForMs).toISOString()
        const answer = await get(
          `/charges?status=chargedback&created_since=${encodeURIComponent(from)}` +
            `&page=${page}&size=${pageSize}`,
          signal,
        )
        if (answer.kind !== 'answered') return unknown(answer.cause)
        const read = answer.status === 200 ? decodeCharges(answer.text) : undefined
        if (!read)
          return unknown(`list of chargebacks answered ${answer.status}, unreadable or unexpected`)
        lost.push(...read.charges.filter((charge) => stateOf(charge) === 'lost'))
        unread.push(...read.unread)
        if (read.charges.length + read.unread.length < pageSize) break
      }
      const listed = new Set(lost.map(({ id }) => id))
      const recovered: Claim[] = []
      // A charge that left the state was recovered, whichever process reported its loss.
      for (const id of ((await lostCases?.()) ?? []).filter((each) => !listed.has(each))) {
        const response = await claimsOfCharge(id, signal)
        // It is lost in our books until it is read, so the next poll queries it again.
        if (response.kind === 'unknown') unread.push(id)
        else recovered.push(...response.claims)
      }
      const changed = lost.filter(({ updatedAt }) => !updatedAt || updatedAt >= since)
      const claims = [...changed.map((charge) => claimOf(charge, 'lost')), ...recovered]
      return { kind: 'listed', claims, ...(unread.length > 0 && { unread }) }
    },
    async ofPayment(reference, signal) {
      const listing = await claimsOfCharge(reference, signal)
      if (listing.kind === 'unknown') return listing
      return { ...listing, claims: listing.claims.filter(({ state }) => state === 'lost') }
    },
    answer: async () => ({ kind: 'rejected', code: 'no-api', message: onlyInDashboard }),
  }
}

const pageSize = 100
const maxPages = 500
/** A chargeback comes at most 180 days after its charge. */
const claimableForMs = 200 * dayMs

const onlyInDashboard = 'A Pagar.me recebe a defesa de chargebacks somente no painel dela.'

/**
 * `undefined`: nothing was decided about it. A charge without a claim is `paid` too, so `won` is
 * believed only of a charge whose loss is known.
 */
function stateOf({ status }: PagarmeCharge): 'lost' | 'won' | undefined {
  if (status === 'chargedback') return 'lost'
  return status === 'paid' ? 'won' : undefined
}

const claimOf = (charge: PagarmeCharge, state: 'lost' | 'won'): Claim => ({
  kind: 'chargeback',
  caseId: charge.id,
  payment: { reference: charge.code },
  saleReference: charge.id,
  amount: cents(charge.paidAmount ?? charge.amount),
  state,
  reason: { code: charge.status, text: 'Chargeback informado pela Pagar.me' },
  openedAt: charge.updatedAt ?? charge.createdAt ?? new Date(0),
})
