import type { Done } from '../acquirer/handle.ts'
import { maskNumber } from '../acquirer/sale.ts'
import { fieldsOf } from '../kit/fields.ts'
import { isExpired } from '../wallet/acquirer-side.ts'
import type { SavedCard } from './card-vault.ts'
import { badRequest, notFound } from './responses.ts'
import type { Cielo } from './routes.ts'
import { type ApiError, error, readCard } from './sale-request.ts'
import { decide } from './triggers.ts'

/** `POST /1/card`: saves a card and returns its token. */
export function saveCard({ vault, links }: Cielo, body: unknown): Done {
  const card = cardIn(body)
  if (!('maskedNumber' in card)) return wrong(card)
  const token = vault.save(card)
  const self = { Method: 'GET', Rel: 'self', Href: `${links().queries}/1/card/${token}` }
  return {
    response: { status: 201, body: { CardToken: token, Links: self } },
    outcome: 'saved',
  }
}

/** `GET /1/card/{token}`. */
export function showCard({ vault }: Cielo, token: string): Done {
  const card = vault.find(token)
  if (!card) return { response: notFound(), outcome: 'not-found' }
  const { maskedNumber, holder, expiration } = card
  const body = { CardNumber: maskedNumber, Holder: holder, ExpirationDate: expiration }
  return { response: { status: 200, body }, outcome: 'found' }
}

/** `POST /1/zeroauth`: whether a card, or a saved one, would be accepted. Nothing is charged. */
export function checkCard({ vault, world }: Cielo, body: unknown): Done {
  const { CardToken: token } = fieldsOf(body)
  const card = typeof token === 'string' ? vault.find(token) : cardIn(body)
  if (!card) return wrong([error(180, 'The provided Card PaymentToken was not found')])
  if (!('maskedNumber' in card)) return wrong(card)
  const { returnCode } = decide({
    ...{ orderId: '', amount: 0, installments: 1, capture: false, declined: undefined },
    ...{ number: card.maskedNumber, holder: card.holder },
    expired: isExpired(card.expiration, world.now()),
  })
  const isValid = returnCode === '4'
  const result = isValid
    ? { Valid: true, ReturnCode: '00', ReturnMessage: 'Transacao autorizada' }
    : { Valid: false, ReturnCode: returnCode, ReturnMessage: 'Autorizacao negada' }
  const answer = { ...result, IssuerTransactionId: '580027442382078' }
  return { response: { status: 200, body: answer }, outcome: isValid ? 'valid' : 'invalid' }
}

/**
 * `GET /1/cardBin/{bin}`, as in Cielo's test environment: each of the first digits decides one
 * field.
 */
export function showBin(bin: string): Done {
  const [brand = '', kind = '', nationality = '', corporate = ''] = bin
  if (!/^[0-9]{6,9}$/.test(bin)) return wrong([error(217, 'Bin is invalid')])
  const body = {
    Status: '00',
    Provider: binBrands[brand] ?? 'VISA',
    CardType: binKinds[kind] ?? 'Multiplo',
    ForeignCard: nationality !== '1',
    CorporateCard: corporate === '1',
    Prepaid: kind === '7',
    Issuer: 'Bradesco',
    IssuerCode: '237',
  }
  return { response: { status: 200, body }, outcome: 'found' }
}

const binBrands: Readonly<Record<string, string>> = {
  '3': 'AMEX',
  '5': 'MASTERCARD',
  '6': 'DISCOVER',
}
const binKinds: Readonly<Record<string, string>> = { '3': 'Debito', '5': 'Credito', '7': 'Credito' }

const wrong = (errors: readonly ApiError[]): Done => ({
  response: badRequest(...errors),
  outcome: 'rejected',
})

function cardIn(card: unknown): SavedCard | readonly ApiError[] {
  const errors: ApiError[] = []
  const charged = readCard({ CreditCard: card }, (right, code, message) => {
    if (!right) errors.push(error(code, message))
  })
  if (errors.length > 0 || !charged) return errors
  const { number, holder = '', expiration, brand } = charged
  return { maskedNumber: maskNumber(number), holder, expiration, brand }
}
