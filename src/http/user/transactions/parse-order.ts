import { Type } from 'typebox'
import { CreateTransactionRequest } from '../../../../contract/create-transaction.ts'
import { fieldWithNumber } from '../../../brazil/card-search.ts'
import { cents } from '../../../primitives/money.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import type { Order } from '../../../transactions/order.ts'
import { type OrderOwner, orderFactsOf } from '../../../transactions/order-facts.ts'
import type { OrderFacts } from '../../../transactions/transaction.ts'
import { type Fields, nonEmpty, objectOrRaw } from '../../request/normalize.ts'
import { misplaced } from '../../request/refuse-card-numbers.ts'
import { assertNoIssues, bodyFields, validate } from '../../request/validation.ts'
import { metadataIssues } from './metadata.ts'
import { normalizeOrder } from './normalize-order.ts'
import { orderMethods } from './order-methods.ts'

/**
 * Reads a creation request (docs/design/interface.md#creation-request). Pure: rules of the account
 * and of the rails run later.
 * @throws Rejection `validation-failed`, `currency-not-supported`, `card-number-misplaced`,
 * `card-or-wallet-required`, `device-pay-disabled`
 */
export function parseOrder(sent: unknown, owner: OrderOwner): Order {
  const body = bodyFields(sent)
  refuseOtherCurrency(body)
  refuseMisplacedCard(body)
  const normalized = normalizeOrder(body)
  const request = validate(orderWithoutCard, normalized, metadataIssues(normalized.metadata))
  const facts = orderFactsOf(request, owner)
  rejectOversizedFacts(facts)
  return {
    amount: cents(request.amount),
    facts,
    payment: orderMethods[request.paymentMethod].parse(request, body),
  }
}

/** Card and wallet are read separately: the form of the card decides which fields are missing. */
const orderWithoutCard = Type.Omit(CreateTransactionRequest, ['card', 'wallet'])

/** @throws Rejection `currency-not-supported` */
export function refuseOtherCurrency({ currency }: Fields): void {
  if (nonEmpty(currency) === undefined) return
  if (typeof currency !== 'string' || currency.trim().toUpperCase() !== 'BRL') {
    throw new Rejection('currency-not-supported', { field: 'currency' })
  }
}

/**
 * Rejects the card of this order in any other field, also split: other fields are stored and shown
 * (docs/design/rules.md#g3). Any other card number was rejected before; see `refuseCardNumbers`.
 */
function refuseMisplacedCard(body: Fields): void {
  const card = objectOrRaw(body.card)
  const number = `${card?.number ?? ''}`.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number)) return
  const field = fieldWithNumber({ ...body, card: { ...card, number: undefined } }, number)
  if (field !== undefined) throw misplaced(field || 'body')
}

/** A notice carries all of this and stays below 20 kB (docs/design/rules.md#w1). */
function rejectOversizedFacts(facts: OrderFacts): void {
  if (Buffer.byteLength(JSON.stringify(facts)) <= maxFactsBytes) return
  const inMetadata = Buffer.byteLength(JSON.stringify(facts.metadata ?? null)) > maxFactsBytes / 2
  assertNoIssues([
    { field: inMetadata ? 'metadata' : 'items', problem: `too-big ${maxFactsBytes}` },
  ])
}

const maxFactsBytes = 12 * 1_024
