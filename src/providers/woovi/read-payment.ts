import type { AccountKind } from '../../../contract/cashout.ts'
import { isEndToEndId, isReturnId } from '../../brazil/pix-ids.ts'
import { type Cents, cents } from '../../primitives/money.ts'
import {
  count,
  type Fields,
  fieldsOf,
  instantOf,
  list,
  present,
  text,
} from '../http/json-reader.ts'
import type { ListedPayout, PayoutReturn } from '../ports/payout.ts'

/** A payment of Woovi, with the transaction that its approval makes. */
export interface Payment {
  readonly correlationId: string
  readonly amount: Cents
  readonly state: 'requested' | 'processing' | 'confirmed' | 'failed'
  /** Absent: there is no transaction yet, or its id is unreadable. */
  readonly endToEndId?: string
  readonly at?: Date
  readonly receiver?: { readonly name?: string; readonly document?: string }
  readonly failure: { readonly code: string; readonly reason: string }
}

/** `{payment, transaction, destination}`. `undefined`: ambiguous. */
export function readPayment(body: unknown): Payment | undefined {
  const { payment, transaction, destination } = fieldsOf(body)
  const { correlationID, value, status } = fieldsOf(payment)
  const { endToEndId, time, providerRejectedReason } = fieldsOf(transaction)
  const correlationId = text(correlationID)
  const amount = count(value)
  const state = states.get(text(status) ?? '')
  if (correlationId === undefined || !amount || state === undefined) return undefined
  const receiver = readReceiver(fieldsOf(destination))
  return {
    correlationId,
    amount: cents(amount),
    state,
    ...(typeof endToEndId === 'string' && isEndToEndId(endToEndId) && { endToEndId }),
    ...present({ at: instantOf(time), receiver }),
    failure: failureOf(text(providerRejectedReason)),
  }
}

/** The enumeration of the API, and the states that its pages name beside it. */
const states: ReadonlyMap<string, Payment['state']> = new Map([
  ['CREATED', 'requested'],
  ['APPROVED', 'processing'],
  ['PROCESSING', 'processing'],
  ['CONFIRMED', 'confirmed'],
  ['FAILED', 'failed'],
  ['DENIED', 'failed'],
  ['REJECTED', 'failed'],
])

/** `AC03 - Pagamento rejeitado pelo PSP do recebedor`. */
function failureOf(rejection: string | undefined): Payment['failure'] {
  const [, code, reason] = rejection?.match(/^([A-Z]{2,4}[0-9]{0,2}) - (.+)$/) ?? []
  return code !== undefined && reason !== undefined
    ? { code, reason: `${reason.slice(0, 300).replace(/\.$/, '')}.` }
    : { code: 'FAILED', reason: 'O banco recusou o envio. O dinheiro voltou ao saldo.' }
}

function readReceiver({ name, taxID }: Fields): Payment['receiver'] {
  const receiver = present({
    name: text(name)?.slice(0, 255),
    document: text(taxID)?.slice(0, 24),
  })
  return Object.keys(receiver).length > 0 ? receiver : undefined
}

/**
 * The payments of a list. A payment that was not approved moved no money and is left out.
 * `undefined`: an entry cannot be read.
 */
export function readListed(
  payments: readonly unknown[],
  from: Date,
): readonly ListedPayout[] | undefined {
  // A payment that a person requested at Woovi's site has an id that is not ours.
  const ours = payments.filter((each) => isPayoutId(fieldsOf(fieldsOf(each).payment).correlationID))
  const read = ours.map((each) => ({ fields: fieldsOf(each), payment: readPayment(each) }))
  if (!read.every(({ payment }) => payment !== undefined)) return undefined
  return read.flatMap(({ fields, payment }) =>
    payment && payment.state !== 'requested' ? [listed(fields, payment, from)] : [],
  )
}

/** A payment that failed before its transaction has no instant: the period begins with `from`. */
function listed({ payment, transaction }: Fields, read: Payment, from: Date): ListedPayout {
  const { type, destinationAlias, comment } = fieldsOf(payment)
  return {
    payoutId: read.correlationId,
    amount: read.amount,
    requestedAt: read.at ?? from,
    hasFailed: read.state === 'failed',
    ...present({
      key: text(destinationAlias),
      message: text(comment),
      account: type === 'MANUAL' ? readAccount(fieldsOf(transaction).creditParty) : undefined,
    }),
  }
}

function readAccount(creditParty: unknown): ListedPayout['account'] {
  const { account, psp, holder } = fieldsOf(creditParty)
  const { branch, account: number, accountType } = fieldsOf(account)
  const { name, taxID } = fieldsOf(holder)
  const kind = kinds.get(text(accountType) ?? '')
  const read = {
    ispb: text(fieldsOf(psp).id),
    branch: text(branch),
    number: text(number),
    name: text(name),
    document: text(fieldsOf(taxID).taxID),
  }
  const { ispb, name: owner, document } = read
  if (!kind || !ispb || !read.branch || !read.number || !owner || !document) return undefined
  return { ispb, branch: read.branch, number: read.number, kind, name: owner, document }
}

const kinds: ReadonlyMap<string, AccountKind> = new Map([
  ['CACC', 'CHECKING'],
  ['SVGS', 'SAVINGS'],
  ['TRAN', 'PAYMENT'],
])

/** The returns in a list of transactions. `undefined`: one cannot be read. */
export function readReturns(body: unknown): readonly PayoutReturn[] | undefined {
  const { transactions, pageInfo } = fieldsOf(body)
  if (!Array.isArray(transactions) || fieldsOf(pageInfo).hasNextPage === true) return undefined
  const read = transactions.filter((each) => fieldsOf(each).type === 'REFUND').map(readReturn)
  return read.every((each) => each !== undefined) ? read : undefined
}

/** A transaction that is a return. `undefined`: it cannot be read. */
export function readReturn(transaction: unknown): PayoutReturn | undefined {
  const { endToEndId, value, time } = fieldsOf(transaction)
  const [amount, returnedAt] = [count(value), instantOf(time)]
  return typeof endToEndId === 'string' && isReturnId(endToEndId) && amount && returnedAt
    ? { returnId: endToEndId, amount: cents(amount), returnedAt }
    : undefined
}

/** The id of a payment in a notice (`{payment: {correlationID}}`). */
export function readIds(body: unknown): string[] {
  const { correlationID } = fieldsOf(fieldsOf(body).payment)
  return isPayoutId(correlationID) ? [correlationID] : []
}

/** Whether it can be an id of ours. */
export const isPayoutId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9]{1,35}$/.test(value)

/** A webhook: one address for one event. */
export interface Webhook {
  readonly id: string
  readonly event: string
  readonly url: string
}

/** The active ones. `undefined`: no list. */
export function readWebhooks(body: unknown): readonly Webhook[] | undefined {
  const { webhooks } = fieldsOf(body)
  if (!Array.isArray(webhooks)) return undefined
  return list(webhooks)
    .map(fieldsOf)
    .filter(({ isActive }) => isActive === true)
    .flatMap(({ id, event, url }) =>
      typeof id === 'string' && typeof event === 'string' && typeof url === 'string'
        ? [{ id, event, url }]
        : [],
    )
}
