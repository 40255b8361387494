/** The payer's possible action. The text of each is in `abecs.ts`. */
export type DeclineAdvice =
  | 'generic'
  | 'funds'
  | 'limit'
  | 'password'
  | 'card-data'
  | 'expired'
  | 'blocked'
  | 'function'
  | 'amount'
  | 'recurring'
  | 'later'
  | 'shop'

export type DeclineMeaning = (typeof rows)[number][0]

export type DeclineRow = {
  meaning: DeclineMeaning
  retryable: boolean
  advice: DeclineAdvice
  codes: { readonly [brand in 'ELO' | 'VISA' | 'MASTERCARD' | 'AMEX']?: readonly string[] }
}

/**
 * The ABECS table: meaning, R (may be retried) or I (must not), advice, then codes of Elo, Visa,
 * Mastercard/Hiper and Amex, `-` for none. Fraud, loss and theft get the text of any plain refusal.
 */
const rows = [
  ['generic', 'R', 'generic', '5', '5', '5', '100'],
  ['insufficient-funds', 'R', 'funds', '51', '51', '51', '116 121'],
  ['wrong-pin', 'R', 'password', '55', '55 86', '55', '117'],
  ['not-allowed-for-card', 'I', 'function', '57', '57', '-', '200'],
  ['not-allowed-for-card', 'R', 'function', '-', '-', '57', '-'],
  ['invalid-card-number', 'I', 'card-data', '14 56', '14', '14 1', '122'],
  ['security-code', 'I', 'card-data', '63', 'N7', '-', '122'],
  ['security-code', 'R', 'card-data', '-', '-', '63', '-'],
  ['suspected-fraud', 'R', 'generic', '59', '59', '63', '100'],
  ['invalid-merchant', 'I', 'shop', '58', '3', '3', '109'],
  ['try-again', 'R', 'later', '4', '-', '-', '-'],
  ['ask-the-acquirer', 'R', 'generic', '6', '-', '-', '-'],
  ['acquirer-problem', 'I', 'shop', '19', '19', '30', '-'],
  ['card-error', 'I', 'card-data', '12', '6', '-', '115'],
  ['message-format', 'I', 'shop', '30', '12', '30', '181'],
  ['invalid-amount', 'I', 'amount', '13', '13', '13', '110'],
  ['invalid-installment-amount', 'I', 'amount', '23', '-', '12', '115'],
  ['pin-tries-exceeded', 'R', 'password', '38 75', '75', '75', '106'],
  ['lost-card', 'I', 'generic', '41', '41', '41', '200'],
  ['stolen-card', 'I', 'generic', '43', '43', '43', '200'],
  ['expired-card', 'I', 'expired', '54', '54', '54', '101'],
  ['terminal-cannot', 'I', 'function', '57', '58', '58', '-'],
  ['amount-over-limit', 'R', 'limit', '61', '61 N4', '61', '-'],
  ['temporary-block', 'R', 'blocked', '62', '62', '57', '-'],
  ['domestic-card-abroad', 'I', 'function', '62', '-', '62', '-'],
  ['domestic-card-abroad', 'R', 'function', '-', '62', '-', '-'],
  ['below-minimum-amount', 'I', 'amount', '64', '-', '13', '-'],
  ['count-exceeded', 'R', 'limit', '65', '65', '65', '-'],
  ['pin-cryptography', 'I', 'generic', '83', '74 81', '88', '180'],
  ['destination-account-invalid', 'I', 'generic', '76', '-', '-', '-'],
  ['source-account-invalid', 'I', 'generic', '77', '-', '-', '-'],
  ['new-card-not-unlocked', 'R', 'blocked', '78', '78', '57', '-'],
  ['invalid-cryptogram', 'I', 'generic', '82', '82', '88', '180'],
  ['issuer-down', 'R', 'later', '91', '91', '91', '912'],
  ['system-failure', 'R', 'later', '96', '96', '96', '911'],
  ['pre-authorisation-difference', 'I', 'shop', '-', 'N8', '-', '-'],
  ['use-debit-function', 'R', 'function', 'AB', '52 53', '-', '-'],
  ['use-credit-function', 'R', 'function', 'AC', '39', '-', '-'],
  ['pick-up-card', 'I', 'generic', '-', '4', '4', '-'],
  ['confirmed-fraud', 'I', 'generic', '57', '7', '4', '200'],
  ['issuer-not-found', 'I', 'card-data', '-', '15', '15', '-'],
  ['anti-money-laundering', 'I', 'generic', '-', '64', '-', '-'],
  ['invalid-reversal', 'I', 'shop', '-', '76', '-', '-'],
  ['no-route', 'I', 'shop', '-', '92', '92', '-'],
  ['breaks-the-law', 'I', 'generic', '57', '93', '62', '-'],
  ['duplicate-trace', 'I', 'shop', '-', '94', '94', '-'],
  ['surcharge-not-supported', 'R', 'shop', '-', 'B1 B2', '-', '-'],
  ['force-stip', 'R', 'later', '-', 'N0', '-', '-'],
  ['withdrawal-unavailable', 'I', 'function', '-', 'N3', '-', '-'],
  ['recurring-stopped', 'I', 'recurring', '-', 'R0 R1 R3', '-', '-'],
  ['not-qualified-for-pin', 'I', 'password', '-', 'R2', '-', '-'],
  ['account-closed', 'I', 'generic', '46', '46', '62', '-'],
  ['id-check-failed', 'I', 'generic', '-', '6P', '-', '-'],
  ['use-the-chip', 'I', 'function', 'FM', '-', '-', '-'],
  ['pin-change', 'I', 'password', 'P5', '-', '-', '-'],
  ['new-pin-refused', 'R', 'password', 'P6', '-', '55', '-'],
] as const satisfies readonly (readonly [
  string,
  'R' | 'I',
  DeclineAdvice,
  string,
  string,
  string,
  string,
])[]

export const declineRows: readonly DeclineRow[] = rows.map(
  ([meaning, mark, advice, elo, visa, mastercard, amex]): DeclineRow => ({
    meaning,
    retryable: mark === 'R',
    advice,
    codes: {
      ELO: codesOf(elo),
      VISA: codesOf(visa),
      MASTERCARD: codesOf(mastercard),
      AMEX: codesOf(amex),
    },
  }),
)

function codesOf(cell: string): readonly string[] {
  return cell === '-' ? [] : cell.split(' ')
}
