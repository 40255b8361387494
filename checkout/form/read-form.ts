import type { PaymentMethod } from '../../contract/fields.ts'
import { readCardNumber } from '../../src/brazil/card-brand.ts'
import { type CardExpiry, isCardExpired } from '../../src/brazil/card-expiry.ts'
import { endsSplitNumber, fieldWithNumber, holdsCardNumber } from '../../src/brazil/card-search.ts'
import { type RegisteredDocument, readDocument } from '../../src/brazil/document.ts'
import { centsFromTyped } from '../../src/brazil/reais.ts'
import { freeAddressFields, holdsControls, type ReadAddress, readAddress } from './address.ts'
import {
  addressFields,
  type Entered,
  type FormField,
  type FormMethod,
  type FormPrice,
  type FormProblem,
  type FormView,
  offeredOn,
  type ProblemKind,
  unitField,
} from './form-view.ts'

/** The fields of a sent form, by name. */
export type SentForm = Pick<URLSearchParams, 'get'>

/** What the form that was sent allowed. */
export type FormRules = Pick<
  FormView,
  'price' | 'methods' | 'devicePay' | 'maxInstallments' | 'asks' | 'asksAddress'
>

export type FormReading =
  | { readonly ok: true; readonly form: ReadForm }
  | { readonly ok: false; readonly problems: readonly FormProblem[] }

/** A complete form. Whether the account may sell it is decided later. */
export interface ReadForm {
  /** Cents, and pieces: what the price leaves open. */
  readonly amount?: number
  readonly quantity?: number
  /** The total that the form showed, cents. */
  readonly shownTotal?: number
  readonly customer: {
    readonly name?: string
    readonly email?: string
    readonly document?: RegisteredDocument
    readonly address?: ReadAddress
  }
  readonly payment: ReadPayment
}

export type ReadPayment =
  | { readonly method: Exclude<PaymentMethod, 'CREDIT_CARD'> }
  | { readonly method: 'CREDIT_CARD'; readonly installments: number; readonly card: ReadCard }
  /** Its token is read later. */
  | { readonly method: 'DEVICE_PAY'; readonly installments: number }

export interface ReadCard {
  readonly number: string
  readonly holderName: string
  readonly expirationMonth: number
  readonly expirationYear: number
  readonly cvv: string
}

/** Reads and checks a form. Pure. Every problem is found at once, in the order of the fields. */
export function readForm(sent: SentForm, rules: FormRules, now: Date): FormReading {
  const problems: FormProblem[] = []
  const fail = (field: FormField, problem: ProblemKind) => void problems.push({ field, problem })
  const text = (field: FormField) => textOf(sent, field)
  const choice = readChoice(rules.price, text, fail)
  const method = offeredOn(rules).find((each) => each === text('method'))
  if (!method) fail('method', 'required')
  const payment = method && readPayment(method, { text, rules, now, fail })
  const customer = readCustomer(text, rules, method, fail)
  const split = splitNumberEnd(text, payment && 'card' in payment ? payment.card.number : undefined)
  if (split && problems.every(({ problem }) => problem !== 'card-number'))
    fail(split, 'card-number')
  if (problems.length > 0 || !payment) return { ok: false, problems }
  return { ok: true, form: { ...choice, ...shownIn(sent, choice), customer, payment } }
}

interface Reading {
  readonly text: Read
  readonly rules: FormRules
  readonly now: Date
  readonly fail: Fail
}

function readPayment(method: FormMethod, reading: Reading): ReadPayment | undefined {
  switch (method) {
    case 'CREDIT_CARD':
      return readCard(reading)
    case 'DEVICE_PAY':
      return { method, installments: readInstallments(reading) }
    default:
      return { method }
  }
}

/** The total that the payer saw. An amount that the payer entered is none. */
function shownIn(
  sent: SentForm,
  { amount, quantity = 1 }: Pick<ReadForm, 'amount' | 'quantity'>,
): Pick<ReadForm, 'shownTotal'> {
  const unit = sent.get(unitField) ?? ''
  return amount === undefined && /^\d{1,12}$/.test(unit)
    ? { shownTotal: Number(unit) * quantity }
    : {}
}

/** What is shown again when the form has a problem. */
export const enteredIn = (sent: SentForm): Entered =>
  Object.fromEntries(
    shownAgain.flatMap((field) => {
      const text = textOf(sent, field)
      return text === '' || holdsCardNumber(text) ? [] : [[field, text]]
    }),
  )

const shownAgain = [
  'method',
  'amount',
  'quantity',
  'name',
  'email',
  'document',
  ...addressFields,
  'cardHolder',
  'installments',
] as const satisfies (keyof Entered)[]

/**
 * Without the invisible marks that come along with copied text. It is cut between code points: half
 * of a surrogate pair could not be stored.
 */
function textOf(sent: SentForm, field: FormField): string {
  const text = (sent.get(field) ?? '').replace(/\p{Cf}/gu, '')
  return [...text].slice(0, longestText).join('').replace(/\s+/gu, ' ').trim()
}

/** Code points. */
const longestText = 120

type Read = (field: FormField) => string
type Fail = (field: FormField, problem: ProblemKind) => void

function readChoice(
  price: FormPrice,
  text: Read,
  fail: Fail,
): Pick<ReadForm, 'amount' | 'quantity'> {
  if (price.kind === 'fixed') return {}
  if (price.kind === 'pieces') {
    const quantity = /^\d{1,4}$/.test(text('quantity')) ? Number(text('quantity')) : 0
    if (quantity < price.min || quantity > price.max) fail('quantity', 'invalid')
    return { quantity }
  }
  const amount = centsFromTyped(text('amount'))
  if (amount === undefined) fail('amount', 'required')
  else if (amount < price.min) fail('amount', 'too-small')
  else if (amount > price.max) fail('amount', 'too-large')
  return amount === undefined ? {} : { amount }
}

function readCustomer(
  text: Read,
  { asks, asksAddress }: FormRules,
  method: FormMethod | undefined,
  fail: Fail,
): ReadForm['customer'] {
  // The token of a wallet has neither.
  const needsPayer = method === 'BOLETO' || method === 'DEVICE_PAY'
  const name = method === 'CREDIT_CARD' ? text('cardHolder') : text('name')
  const [email, number] = [text('email'), needsPayer ? text('document') : '']
  if (asks.includes('name') && method !== 'CREDIT_CARD') {
    if (needsPayer && name === '') fail('name', 'required')
    checkName('name', name, fail)
  }
  if (asks.includes('email') && email !== '') {
    if (holdsCardNumber(email)) fail('email', 'card-number')
    else if (!emailPattern.test(email) || holdsControls(email)) fail('email', 'invalid')
  }
  const reading = readDocument(number)
  if (asks.includes('document') && needsPayer && !reading.ok)
    fail('document', number === '' ? 'required' : 'invalid')
  const address = asksAddress && method === 'BOLETO' ? readAddress(text, fail) : undefined
  return {
    ...(asks.includes('name') && name !== '' && { name }),
    ...(asks.includes('email') && email !== '' && { email }),
    ...(asks.includes('document') && reading.ok && { document: reading.document }),
    ...(address && { address }),
  }
}

/** What the payer writes freely, in the order of the form. It is stored. */
const freeFields = [
  ...['name', 'email'],
  ...freeAddressFields,
  'cardHolder',
] as const satisfies FormField[]

/**
 * The last field of a card number that is cut over several: the number of this payment, cut
 * anywhere, or another one, cut where cards print a space.
 */
function splitNumberEnd(text: Read, number: string | undefined): FormField | undefined {
  const fields = freeFields.filter((field) => text(field) !== '')
  const texts = fields.map(text)
  const end = fields.find((_, index) => endsSplitNumber(texts.slice(0, index + 1)))
  if (end || number === undefined) return end
  const byName = Object.fromEntries(fields.map((field) => [field, text(field)]))
  const found = fieldWithNumber(byName, number)
  return found === undefined ? undefined : (fields.find((field) => field === found) ?? 'cardHolder')
}

/** Names are stored and shown, so they hold no card number and no control character. */
function checkName(field: 'name' | 'cardHolder', name: string, fail: Fail): void {
  if (holdsCardNumber(name)) fail(field, 'card-number')
  else if (holdsControls(name)) fail(field, 'invalid')
}

/** Finds what was typed wrong. Whether the address exists is known when a mail is sent. */
const emailPattern = /^[^\s@<>"]{1,64}@[^\s@<>".]+(?:\.[^\s@<>".]+)+$/

function readInstallments({ text, rules, fail }: Reading): number {
  const count = /^\d{1,2}$/.test(text('installments')) ? Number(text('installments')) : 1
  if (count < 1 || count > rules.maxInstallments) fail('installments', 'invalid')
  return count
}

function readCard(reading: Reading): ReadPayment | undefined {
  const { text, now, fail } = reading
  const [typed, holderName, cvv] = [text('cardNumber'), text('cardHolder'), text('cardCvv')]
  const number = readCardNumber(typed)
  if (!number.ok)
    fail('cardNumber', typed === '' ? 'required' : number.problem === 'brand' ? 'brand' : 'invalid')
  if (holderName === '') fail('cardHolder', 'required')
  checkName('cardHolder', holderName, fail)
  const expiry = readExpiry(text('cardExpiry'))
  if (!expiry) fail('cardExpiry', 'required')
  else if (isCardExpired(expiry, now)) fail('cardExpiry', 'expired')
  const isCvv = /^\d{3,4}$/.test(cvv) && (!number.ok || cvv.length === number.cvvLength)
  if (!isCvv) fail('cardCvv', cvv === '' ? 'required' : 'invalid')
  const installments = readInstallments(reading)
  if (!number.ok || !expiry) return undefined
  return {
    method: 'CREDIT_CARD',
    installments,
    card: {
      number: number.number,
      holderName,
      expirationMonth: expiry.month,
      expirationYear: expiry.year,
      cvv,
    },
  }
}

/** `08/31`, `0831`, `8/2031`. */
export function readExpiry(text: string): CardExpiry | undefined {
  const [, month = '', year = ''] =
    /^(\d{1,2})\s?[/-]\s?(\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{4}|\d{2})$/.exec(text) ?? []
  const expiry = { month: Number(month), year: Number(year.length === 2 ? `20${year}` : year) }
  return expiry.month >= 1 && expiry.month <= 12 && expiry.year >= 2000 ? expiry : undefined
}
