import assert from 'node:assert/strict'
import { nextBusinessDay } from '../../brazil/bank-calendar.ts'
import { endOfLocalDay, localDate, startOfLocalDay } from '../../brazil/local-time.ts'
import { isState } from '../../brazil/states.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { boletoReference } from '../../providers/ports/boleto.ts'
import type { BoletoPayment, Order } from '../order.ts'
import type { Address, Transaction } from '../transaction.ts'
import { checkIdentifiedPayer } from './identified-payer.ts'
import { type Method, orderedAmountOnly } from './method.ts'

/**
 * A slip that a bank registers and the payer pays at any bank
 * (docs/design/brazil.md#boleto-days-and-money).
 */
export const boleto: Method<BoletoPayment> = {
  label: 'Boleto',
  clearingBook: 'clearing:boleto',
  hasInstallments: false,
  isCharge: true,
  canBePaidTwice: false,
  isConfirmedAtOnce: false, // A boleto paid on its last day is known some days later.
  isRepeatSafe: false, // A bank registers a boleto under a new number each time.

  checkOrder: checkPayer,

  needsPayerAddress: (registry, { providers: { boleto }, settings }) =>
    (settings.boletoProtestAfterDays ?? 0) > 0 ||
    (boleto !== undefined && registry.boleto(boleto).needsPayerAddress),

  price: (prices) => prices.BOLETO,

  endingWithin: (payment) => payment,

  expiresAt(account, { payment }, at) {
    const due = boletoDueDate(at, payment.expiresInDays)
    return boletoEnd(due, payment.payableDaysAfter ?? account.settings.boletoPayableDaysAfterDue)
  },

  canBeCanceled: ({ status }) => status === 'WAITING_PAYMENT',

  async cancel(providers, transaction, signal) {
    const bank = providers.boleto(transaction.providerId)
    assert('cancel' in bank, 'a bank that takes files writes off by a file')
    const cancel = await bank.cancel(referenceOf(transaction), signal)
    return cancel.kind === 'cancelled' ? 'closed' : cancel.kind
  },

  reference: referenceOf,

  amountOn: ({ amount }) => amount,

  endToEndId: ({ boleto }) => boleto?.endToEndId,

  amountFacts: orderedAmountOnly,

  paidFacts: (transaction, endToEndId) =>
    transaction.boleto ? { boleto: { ...transaction.boleto, endToEndId } } : {},

  wire: ({ boleto }, pageUrl) =>
    boleto
      ? {
          boleto: {
            url: pageUrl,
            pdfUrl: `${pageUrl}/boleto.pdf`,
            barcode: boleto.barcode,
            digitableLine: boleto.digitableLine,
            expirationDate: endOfLocalDay(Temporal.PlainDate.from(boleto.dueDate)).toISOString(),
            instructions: boleto.instructions,
            qrcode: boleto.pix?.emv ?? null,
            overdue: boleto.overdue,
            registration: boleto.registration,
            inProtestSince: boleto.inProtestSince,
          },
        }
      : {},

  hasDates: ({ paidAt }) => paidAt !== undefined,
}

/** The name of the boleto at its bank. */
function referenceOf({ boleto, id }: Transaction): string {
  return boleto ? boletoReference(boleto) : id
}

/** The due date of a boleto requested now: a business day (docs/design/brazil.md#bank-calendar). */
export function boletoDueDate(at: Date, expiresInDays: number | undefined): Temporal.PlainDate {
  const days = expiresInDays ?? defaultDays
  if (days > maxDays) throw dueDateInvalid(0)
  return nextBusinessDay(localDate(at).add({ days }))
}

/**
 * A bank that takes files confirms a boleto on the business day after its request. Throws
 * `due-date-invalid` for one that ends before.
 */
export function checkEndByFile(at: Date, expiresAt: Date): void {
  const confirmedOn = nextBusinessDay(localDate(at).add({ days: 1 }))
  if (expiresAt < startOfLocalDay(confirmedOn)) throw dueDateInvalid(1)
}

const dueDateInvalid = (min: number): Rejection =>
  new Rejection('due-date-invalid', {
    field: 'boleto.expiresInDays',
    params: { min, max: maxDays },
  })

/** The last instant at which a bank accepts it. */
export const boletoEnd = (due: Temporal.PlainDate, payableDaysAfterDue: number): Date =>
  endOfLocalDay(nextBusinessDay(due.add({ days: payableDaysAfterDue })))

const defaultDays = 3
const maxDays = 365

/** A boleto is registered with a valid CPF or CNPJ, a name, and an address that is right. */
function checkPayer({ facts: { customer } }: Order): void {
  checkIdentifiedPayer(customer)
  const field = wrongAddressField(customer?.address ?? null)
  if (field) throw new Rejection('customer-invalid', { field: `customer.address.${field}` })
}

/** Whether an address has the parts without which a bank counts it as absent. */
export const isWholeAddress = (
  address: Address | null | undefined,
): address is Address & Record<'street' | 'city' | 'state' | 'zipCode', string> =>
  Boolean(address?.street && address.city && address.state && address.zipCode)

/**
 * An address is sent to the bank if it has these four parts. The bank then rejects the boleto if
 * one of them is wrong.
 */
export function wrongAddressField(address: Address | null): keyof Address | undefined {
  if (!isWholeAddress(address)) return undefined
  if (!isState(address.state)) return 'state'
  // A CEP of São Paulo that was kept as a number has lost its first zero.
  if (!/^\d{7,8}$/.test(address.zipCode.replace(/\D/g, ''))) return 'zipCode'
  return address.neighborhood ? undefined : 'neighborhood'
}
