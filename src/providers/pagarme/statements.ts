import type { ProviderAnswer } from '../http/provider-client.ts'
import type { SettlementFiles } from '../ports/settlement-file.ts'
import { openDailyStatements, type StatementDay } from '../statement/daily-statements.ts'
import { unreadable } from '../statement/unreadable.ts'
import { decodeCharge, decodeCharges, isChargeId, type PagarmeCharge } from './decode.ts'
import { decodePayables, type Payable } from './payable.ts'
import { cannotBeRead, chargeRows, paymentRows, uncharged } from './statement-rows.ts'

type Get = (path: string, signal: AbortSignal) => Promise<ProviderAnswer>

const pageSize = 100
/** Above this number of pages a list counts as wrong. */
const maxPages = 10_000

/**
 * The receivables that a day created are its statement: each installment of its sales, and what
 * refunds and chargebacks take. A receivable names its charge, and the charge our order.
 */
export const openStatements = (get: Get): SettlementFiles =>
  openDailyStatements({
    merchant: 'Pagar.me',
    async rows(day, signal) {
      const listed = await listPayables(get, createdOn(day), signal)
      const created = listed.filter((each) => each === undefined || isWithin(each.createdAt, day))
      const payables = created.filter((each) => each !== undefined)
      const charges = await findCharges(get, { day, payables }, signal)
      const paid = await listPayables(get, paidOn(day), signal)
      const ofCharges = Map.groupBy(payables, ({ chargeId }) => chargeId)
      return [
        ...[...ofCharges].flatMap(([id, own]) =>
          id === undefined ? own.map(uncharged) : chargeRows(own, { id, charge: charges.get(id) }),
        ),
        ...paymentRows(
          paid.filter((each) => each !== undefined),
          day.date,
        ),
        ...created.filter((each) => each === undefined).map(() => unreadable(cannotBeRead)),
      ]
    },
  })

const isWithin = (at: Date, { from, to }: StatementDay): boolean => at >= from && at <= to

const createdOn = ({ from, to }: StatementDay) => ({
  created_since: from.toISOString(),
  created_until: to.toISOString(),
})

/** A payment has a day, or the instant at which that day begins in São Paulo: 03:00 UTC. */
const paidOn = ({ date }: StatementDay) => ({
  payment_date_since: date,
  payment_date_until: Temporal.PlainDate.from(date).add({ days: 1 }).toString(),
})

/** All receivables that a filter selects. An unreadable one is `undefined`. */
async function listPayables(
  get: Get,
  filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly (Payable | undefined)[]> {
  const payables: (Payable | undefined)[] = []
  let cursor: Readonly<Record<string, string>> = {}
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({ ...filter, size: String(pageSize), ...cursor })
    const read = decodePayables(await bodyOf(get, `/payables?${query}`, signal))
    if (!read) throw new Error('Pagar.me: the list of receivables is unreadable')
    payables.push(...read.payables)
    if (read.next === undefined) return payables
    cursor = { forward_cursor: read.next }
  }
  throw new Error(`Pagar.me listed more than ${maxPages} pages of receivables`)
}

async function bodyOf(get: Get, path: string, signal: AbortSignal): Promise<string> {
  const answer = await get(path, signal)
  if (answer.kind !== 'answered') throw answer.cause
  if (answer.status !== 200) throw new Error(`Pagar.me answered ${answer.status} to a list`)
  return answer.text
}

/**
 * The charges of receivables, by their ids. Most of them are charges of the day, which are listed;
 * the others are queried. A charge that Pagar.me does not know is left out.
 */
async function findCharges(
  get: Get,
  { day, payables }: { readonly day: StatementDay; readonly payables: readonly Payable[] },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PagarmeCharge>> {
  const wanted = new Set(payables.flatMap(({ chargeId }) => chargeId ?? []).filter(isChargeId))
  const found = new Map<string, PagarmeCharge>()
  if (wanted.size === 0) return found
  for (let page = 1; page <= maxPages; page += 1) {
    const query = new URLSearchParams({
      ...createdOn(day),
      page: String(page),
      size: String(pageSize),
    })
    const read = decodeCharges(await bodyOf(get, `/charges?${query}`, signal))
    if (!read) throw new Error('Pagar.me: the list of charges is unreadable')
    for (const charge of read.charges) if (wanted.has(charge.id)) found.set(charge.id, charge)
    if (read.charges.length + read.unread.length < pageSize) break
  }
  for (const id of wanted) {
    if (found.has(id)) continue
    const answer = await get(`/charges/${id}`, signal)
    if (answer.kind !== 'answered') throw answer.cause
    const charge = answer.status === 200 ? decodeCharge(answer.text) : undefined
    if (charge) found.set(id, charge)
    else if (answer.status !== 404)
      throw new Error(`Pagar.me answered ${answer.status} to a charge, or unreadable`)
  }
  return found
}
