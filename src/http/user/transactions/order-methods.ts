import { Type } from 'typebox'
import type { BoletoOverdueInput } from '../../../../contract/boleto-overdue.ts'
import {
  CardTokenInput,
  type CreateTransactionRequest,
} from '../../../../contract/create-transaction.ts'
import type { PaymentMethod } from '../../../../contract/fields.ts'
import { defined } from '../../../primitives/defined.ts'
import { cents } from '../../../primitives/money.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import type { OverdueStep } from '../../../providers/ports/boleto.ts'
import type { WalletToken } from '../../../providers/ports/card.ts'
import type { PaymentBy } from '../../../transactions/methods/method.ts'
import type { CardPayment, Payment } from '../../../transactions/order.ts'
import {
  type Fields,
  flag,
  isFields,
  nonEmpty,
  normalizeObject,
  objectOrRaw,
  upper,
} from '../../request/normalize.ts'
import { assertNoIssues, validate } from '../../request/validation.ts'
import type { Warning } from '../../request/warnings.ts'
import { dueChargeOf, normalizePixDue, pixDueIssues } from './pix-due.ts'
import { readCard } from './read-card.ts'

/** The part of a creation request that belongs to one payment method. */
interface OrderMethod<Paid extends Payment = Payment> {
  /** Its fields of the request, in the form of `CreateTransactionRequest`. */
  normalize(body: Fields): Fields
  /** The payment of a valid request. Throws a Rejection. */
  parse(request: OrderRequest, body: Fields): Paid
  /** Values that the interface accepts and a provider may reject. */
  warnings?(body: Fields): Warning[]
}

/**
 * A request without its card and its wallet, which are read separately: the form that was sent
 * decides which fields are missing.
 */
type OrderRequest = Omit<CreateTransactionRequest, 'card' | 'wallet'>

export const orderMethods: Readonly<Record<PaymentMethod, OrderMethod>> = {
  PIX: {
    normalize: ({ pix }) => ({ pix: normalizeObject(pix, normalizePix) }),
    parse({ pix = {}, amount }) {
      const days = pix.expiresInDays === undefined ? undefined : pix.expiresInDays * 86_400
      const { due, expiresInSeconds = days } = pix
      if (!due) return { method: 'PIX', expiresInSeconds }
      assertNoIssues([
        ...pixDueIssues(due, amount),
        ...(['expiresInDays', 'expiresInSeconds'] as const).flatMap((name) =>
          pix[name] === undefined ? [] : [{ field: `pix.${name}`, problem: 'not-with pix.due' }],
        ),
      ])
      return { method: 'PIX', expiresInSeconds, due: dueChargeOf(due, cents(amount)) }
    },
  },
  BOLETO: {
    normalize: ({ boleto }) => ({ boleto: normalizeObject(boleto, normalizeBoleto) }),
    parse: ({ boleto: { expiresInDays, instructions = [], payableDaysAfter, overdue } = {} }) => ({
      ...{ method: 'BOLETO', expiresInDays, instructions },
      ...defined({ payableDaysAfter, overdue: overdue && overdueStepOf(overdue) }),
    }),
    warnings: boletoWarnings,
  },
  CREDIT_CARD: {
    normalize({ installments, capture, card }) {
      const inCard = isFields(card) ? card.installments : undefined
      return {
        installments: nonEmpty(installments) ?? nonEmpty(inCard),
        capture: nonEmpty(flag(capture)),
      }
    },
    parse: ({ installments = 1, capture = true }, body) => ({
      method: 'CREDIT_CARD',
      installments,
      capture,
      source: cardSource(body),
    }),
    warnings: cardWarnings,
  },
} satisfies { readonly [Name in PaymentMethod]: OrderMethod<PaymentBy<Name>> }

/** `undefined`: the request names no payment method, or one that does not exist. */
export const orderMethodOf = (name: unknown): OrderMethod | undefined =>
  typeof name === 'string' && Object.hasOwn(orderMethods, name)
    ? orderMethods[name as PaymentMethod]
    : undefined

const normalizePix = ({ expiresInDays, expiresInSeconds, due }: Fields): Fields =>
  defined({
    expiresInDays: nonEmpty(expiresInDays),
    expiresInSeconds: nonEmpty(expiresInSeconds),
    due: normalizeObject(due, normalizePixDue),
  })

function normalizeBoleto({
  expiresInDays,
  instructions,
  payableDaysAfter,
  overdue,
}: Fields): Fields {
  const lines = nonEmpty(instructions)
  return defined({
    expiresInDays: nonEmpty(expiresInDays),
    instructions: typeof lines === 'string' ? [lines] : lines,
    payableDaysAfter: nonEmpty(payableDaysAfter),
    overdue: normalizeObject(overdue, ({ action, afterDays }) =>
      defined({ action: upper(action), afterDays: nonEmpty(afterDays) }),
    ),
  })
}

function overdueStepOf({ action, afterDays }: BoletoOverdueInput): OverdueStep | 'none' {
  if (action === 'NONE') return 'none'
  if (afterDays === undefined)
    throw new Rejection('validation-failed', {
      issues: [{ field: 'boleto.overdue.afterDays', problem: 'required' }],
    })
  return { action, afterDays }
}

function boletoWarnings({ customer }: Fields): Warning[] {
  const address = objectOrRaw(objectOrRaw(customer)?.address)
  const missing = ['street', 'neighborhood', 'city', 'state', 'zipCode'].find(
    (name) => nonEmpty(address?.[name]) === undefined,
  )
  if (missing === undefined) return []
  return [
    {
      code: 'boleto-address-missing',
      field: address ? `customer.address.${missing}` : 'customer.address',
    },
  ]
}

type CardSource = CardPayment['source']

function cardSource(body: Fields): CardSource {
  const wallet = objectOrRaw(body.wallet)
  if (wallet !== undefined) return walletSource(wallet)
  const card = objectOrRaw(body.card)
  if (card === undefined || Object.keys(card).length === 0)
    throw new Rejection('card-or-wallet-required', { field: 'card' })
  const token = nonEmpty(card.token) ?? nonEmpty(card.hash)
  if (token === undefined) return { kind: 'card', card: readCard(card) }
  return { kind: 'card-token', token: validate(cardTokenField, { card: { token } }).card.token }
}

/** The token is passed on unchanged. Whether it is valid is checked later. */
function walletSource(wallet: Fields): CardSource {
  const token = objectOrRaw(wallet.token)
  if (upper(wallet.type) !== 'DEVICE_PAY' || token === undefined)
    throw new Rejection('card-or-wallet-required', { field: 'wallet' })
  return { kind: 'wallet', token: token as unknown as WalletToken }
}

const cardTokenField = Type.Object({ card: CardTokenInput })

function cardWarnings({ card, wallet }: Fields): Warning[] {
  const fields = objectOrRaw(card)
  if (!fields || objectOrRaw(wallet) || nonEmpty(fields.number) === undefined) return []
  return nonEmpty(fields.cvv) === undefined ? [{ code: 'cvv-missing', field: 'card.cvv' }] : []
}
