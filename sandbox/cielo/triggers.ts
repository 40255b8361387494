import { centsOf } from '../acquirer/sale.ts'
import { commonCent, requestedDecline } from '../acquirer/triggers.ts'
import { type Status, status } from './sale.ts'

/**
 * The decision of the simulated issuer. It depends only on the request. README.md publishes the
 * tables.
 */
export interface Decision {
  readonly status: Status
  readonly returnCode: string
  /** Mastercard's retry advice. */
  readonly adviceCode?: string
}

export function decide(sale: {
  readonly orderId: string
  readonly amount: number
  readonly installments: number
  readonly capture: boolean
  readonly number: string
  readonly holder: string
  readonly expired: boolean
  /** Return code of a wallet charge that was already rejected. */
  readonly declined: string | undefined
}): Decision {
  if (sale.installments > 1 && sale.amount < sale.installments * 500) return denied('EE')
  if (sale.declined) return denied(sale.declined)
  const onDemand = requestedDecline(sale.holder)
  if (onDemand) return denied(onDemand.code, onDemand.advice)
  if (sale.expired) return denied(byLastDigit['3'] ?? '')
  const digit = sale.number.slice(-1)
  const refusal = byLastDigit[digit]
  if (refusal) return denied(refusal)
  if (digit === '6' || (digit === '9' && isUnlucky(sale.orderId))) {
    return { status: status.notFinished, returnCode: '99' }
  }
  const cents = centsOf(sale.amount)
  if (cents === cent.approvedLater || cents === cent.refusedLater)
    return { status: status.pending, returnCode: '9' }
  if (!sale.capture || cents === cent.notCaptured)
    return { status: status.authorized, returnCode: '4' }
  return { status: status.paymentConfirmed, returnCode: '6' }
}

const denied = (returnCode: string, adviceCode?: string): Decision => ({
  status: status.denied,
  returnCode,
  ...(adviceCode && { adviceCode }),
})

/** As in Cielo's own test environment (docs/design/providers/cielo.md#sandbox-triggers). */
const byLastDigit: Readonly<Record<string, string>> = {
  '2': '05',
  '3': '57',
  '5': '78',
  '7': '77',
  '8': '70',
}

/**
 * Whether a sale with this order id times out. Half of all ids do. The result for an id is always
 * the same, so a test can be repeated.
 */
const isUnlucky = (orderId: string): boolean =>
  [...orderId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 2 === 1

/** Cents of the amount that trigger a behavior. */
export const cent = {
  ...commonCent,
  refusedLater: 13,
  fraudAlert: 17,
  claimWon: 40,
  claimAgain: 41,
  claimReversed: 42,
} as const
