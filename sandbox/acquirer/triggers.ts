import type { Fault } from '../faults.ts'
import { centsOf, type SaleRequest, type SaleState } from './sale.ts'

/**
 * The decision of the simulated issuer. It depends only on the request. README.md publishes the
 * tables.
 */
export interface Decision {
  readonly state: SaleState
  /** ABECS. */
  readonly code: string
  /** What happens to an unfinished sale after a minute. */
  readonly later?: 'approve' | 'fail'
}

/**
 * Decides a sale. `declined`: the code of a wallet charge that was already rejected. `expired`: by
 * the month on the card.
 */
export function decide(
  sale: Pick<SaleRequest, 'number' | 'holder' | 'amount' | 'capture'>,
  { declined, expired }: { readonly declined: string | undefined; readonly expired: boolean },
): Decision {
  if (declined) return refused(declined)
  const onDemand = requestedDecline(sale.holder)
  if (onDemand) return refused(onDemand.code)
  if (expired) return refused('54')
  const known = byNumber[sale.number]
  if (known && !(known.state === 'captured' && !sale.capture)) return known
  const code = known ? undefined : byLastDigit[sale.number.slice(-1)]
  if (code) return refused(code)
  const cents = centsOf(sale.amount)
  if (sale.number.endsWith('6') || cents === cent.approvedLater) return unfinished('approve')
  if (cents === cent.failsLater) return unfinished('fail')
  if (!sale.capture || cents === cent.notCaptured) return { state: 'authorised', code: '00' }
  return { state: 'captured', code: '00' }
}

/**
 * The decline that a holder asks for: `ABECS 51`, or in letters `ABECS CINCO UM`, as Cielo takes
 * no digits. `MAC TRES` after it is Mastercard's retry advice 03.
 */
export function requestedDecline(
  holder: string,
): { readonly code: string; readonly advice?: string } | undefined {
  const [first, ...words] = holder.trim().toUpperCase().split(/ +/)
  if (first !== 'ABECS') return undefined
  const at = words.indexOf('MAC')
  const code = spelled(at === -1 ? words : words.slice(0, at))
  if (!/^[0-9A-Z]{1,3}$/.test(code)) return undefined
  return { code, ...(at !== -1 && { advice: spelled(words.slice(at + 1)).padStart(2, '0') }) }
}

const spelled = (words: readonly string[]): string =>
  words.map((word) => (digits.includes(word) ? digits.indexOf(word) : word)).join('')
const digits = 'ZERO UM DOIS TRES QUATRO CINCO SEIS SETE OITO NOVE'.split(' ')

const refused = (code: string): Decision => ({ state: 'refused', code })
const unfinished = (later: 'approve' | 'fail'): Decision => ({
  state: 'unfinished',
  code: '91',
  later,
})

/**
 * Test cards of Pagar.me (docs/design/providers/pagarme.md#test-cards) and the approved one of Rede
 * (docs/design/providers/rede.md#test-card).
 */
const byNumber: Readonly<Record<string, Decision>> = {
  '5448280000000007': { state: 'captured', code: '00' },
  '4000000000000010': { state: 'captured', code: '00' },
  '4000000000000028': refused('05'),
  '4000000000000036': unfinished('approve'),
  '4000000000000044': unfinished('fail'),
}

const byLastDigit: Readonly<Record<string, string>> = {
  '2': '05',
  '3': '54',
  '5': '78',
  '7': '46',
  '8': '14',
}

/** Cents of the amount that trigger a behavior at every acquirer. */
export const commonCent = {
  approvedLater: 12,
  noticeBeforeResponse: 14,
  noticeOfUnknownSale: 15,
  noticeWithWrongSecret: 16,
  timeoutAfter: 20,
  timeoutBefore: 21,
  visibleLate: 22,
  notCaptured: 30,
  cancelWithoutBalance: 50,
  cancelDoneLater: 51,
  cancelDeniedLater: 52,
} as const

/** Cents of the amount that trigger a behavior at an acquirer without triggers of its own. */
export const cent = { ...commonCent, failsLater: 13 } as const

/**
 * The cents that decide a cancel: those of the partial amount if they trigger a behavior for
 * cancels, otherwise those of the sale.
 */
export function cancelCent(saleAmount: number, amount: number): number {
  const own = centsOf(amount)
  return cancelCents.has(own) ? own : centsOf(saleAmount)
}

const cancelCents: ReadonlySet<number> = new Set([
  commonCent.cancelWithoutBalance,
  commonCent.cancelDoneLater,
  commonCent.cancelDeniedLater,
])

/** The fault that the cents of a sale apply to its response. */
export function faultOfAmount(amount: number | null): Fault | undefined {
  switch (centsOf(amount ?? 0)) {
    case commonCent.timeoutAfter:
      return 'timeout-after'
    case commonCent.timeoutBefore:
      return 'timeout-before'
    case commonCent.visibleLate:
      return 'visible-late'
    default:
      return undefined
  }
}
