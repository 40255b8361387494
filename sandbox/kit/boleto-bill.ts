import { nextBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { readBoletoCode } from '../../src/brazil/boleto-code.ts'
import { readBrCode } from '../../src/brazil/br-code.ts'
import { endOfLocalDay, localDate } from '../../src/brazil/local-time.ts'
import { newEndToEndId } from '../../src/brazil/pix-ids.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { Bill, HowToPay } from '../world.ts'

// What every simulated bank that registers boletos does in the same way.

/** The account holder. */
export const beneficiary = {
  name: 'GUICHE SANDBOX PAGAMENTOS LTDA',
  document: '11222333000181',
  address: 'RUA DO GUICHE, 100 - CENTRO - SAO PAULO/SP - 01001-000',
} as const

/** What the operator of the sandbox enters for orders without an address. */
export const payerAddress = {
  street: 'RUA DO GUICHE, 100',
  neighborhood: 'CENTRO',
  city: 'SAO PAULO',
  state: 'SP',
  zipCode: '01001000',
} as const

export type Channel = 'boleto' | 'pix'

/** The ISPB of the payer's bank in the sandbox. It belongs to no real institution. */
const payerIspb = '99999016'

/**
 * The last instant at which a bank accepts payment. Like the due date, it moves to a business day
 * on both sides (Lei 7.089/1983).
 */
export function payableUntil({
  dueDate,
  payableDaysAfterDue,
}: {
  readonly dueDate: Temporal.PlainDate
  readonly payableDaysAfterDue: number
}): Date {
  return endOfLocalDay(nextBusinessDay(nextBusinessDay(dueDate).add({ days: payableDaysAfterDue })))
}

/** The bill behind a digitable line, a barcode or the PIX of a boleto, and which of them it was. */
export function billBehind<Kept>(
  code: string,
  now: Date,
  bills: {
    readonly findByToken: (token: string) => Kept | undefined
    readonly findByBarcode: (barcode: string) => Kept | undefined
  },
): { readonly bill: Kept; readonly channel: Channel } | undefined {
  const text = code.trim()
  const pix = readBrCode(text)
  if (pix.ok) {
    const token =
      pix.code.kind === 'dynamic'
        ? /\/qr\/v2\/cobv\/([0-9a-f]{32})$/.exec(pix.code.location)?.[1]
        : undefined
    const bill = token === undefined ? undefined : bills.findByToken(token)
    return bill && { bill, channel: 'pix' }
  }
  const reading = readBoletoCode(text, localDate(now))
  const bill = reading.ok ? bills.findByBarcode(reading.code.barcode) : undefined
  return bill && { bill, channel: 'boleto' }
}

/** The EndToEndId of a payment by the PIX of a boleto. */
export const payersEndToEndId = (at: Date): string =>
  newEndToEndId({ ispb: payerIspb, at, random: randomBase62(11) })

/**
 * The industry's central base prevents a second payment. Money already under way may still reach a
 * boleto that ended.
 */
export function refusalToPay(
  state: Bill['state'],
  how: HowToPay,
  isWrongAmount: boolean,
): string | undefined {
  if (state === 'paid') return 'Este boleto já foi pago.'
  if (isWrongAmount) return 'O valor deste boleto não pode ser alterado pelo pagador.'
  if (how.force) return undefined
  return {
    payable: undefined,
    expired: 'Este boleto venceu e não pode mais ser pago.',
    removed: 'Este boleto foi cancelado pelo beneficiário.',
  }[state]
}
