import { addBusinessDays, nextBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { localDate, startOfLocalDay } from '../../src/brazil/local-time.ts'

/** What the gateway promises about money, told a second time in the plainest way: one pile of parts, added up. */
export interface Reference {
  readonly sales: ReferenceSale[]
}

export interface ReferenceSale {
  readonly id: string
  readonly method: 'PIX' | 'BOLETO' | 'CREDIT_CARD'
  readonly amount: number
  readonly fee: number
  readonly parts: readonly {
    readonly net: number
    readonly fee: number
    readonly gross: number
    readonly dueAt: Date | null
    readonly dueOn: string | null
  }[]
}

/** The prices `scripts/seed.ts` gives a merchant, written out. */
function feeFor(method: ReferenceSale['method'], amount: number, installments: number): number {
  const [fixed, percent] =
    method === 'PIX'
      ? [0n, 99n]
      : method === 'BOLETO'
        ? [349n, 0n]
        : [39n, installments === 1 ? 399n : installments <= 6 ? 459n : 519n]
  const tenThousandths = BigInt(amount) * percent
  const rounded = (tenThousandths * 2n + 10_000n) / 20_000n
  const fee = Number(fixed + rounded)
  return Math.min(fee, amount)
}

/** Dealt out cent by cent, as cards are: whoever is first has one more. */
function deal(cents: number, hands: number): number[] {
  const dealt = new Array<number>(hands).fill(Math.trunc(cents / hands))
  for (let hand = 0; hand < cents % hands; hand += 1) dealt[hand] = (dealt[hand] ?? 0) + 1
  return dealt
}

export function referenceSale(
  given: Pick<ReferenceSale, 'id' | 'method' | 'amount'> & { readonly installments: number; readonly paidAt: Date },
): ReferenceSale {
  const { id, method, amount, installments, paidAt } = given
  const fee = feeFor(method, amount, installments)
  const paidOn = localDate(paidAt)
  const grosses = deal(amount, installments)
  const fees = deal(fee, installments)
  return {
    id,
    method,
    amount,
    fee,
    parts: grosses.map((gross, index) => {
      const day =
        method === 'PIX'
          ? null
          : method === 'BOLETO'
            ? addBusinessDays(paidOn, 1)
            : nextBusinessDay(paidOn.add({ days: 30 * (index + 1) }))
      const partFee = fees[index] ?? 0
      return {
        gross,
        fee: partFee,
        net: gross - partFee,
        dueOn: day?.toString() ?? null,
        dueAt: day && startOfLocalDay(day),
      }
    }),
  }
}

/** What the merchant's books must hold at an instant. */
export function expectedBalance({ sales }: Reference, now: Date) {
  const parts = sales.flatMap((sale) => sale.parts)
  const total = (of: typeof parts) => of.reduce((sum, { net }) => sum + net, 0)
  const isThere = ({ dueAt }: (typeof parts)[number]) => dueAt === null || dueAt <= now
  return {
    available: total(parts.filter(isThere)),
    pending: total(parts.filter((part) => !isThere(part))),
    blocked: 0,
    debt: 0,
  }
}
