import assert from 'node:assert/strict'
import { readDocument } from '../../src/brazil/document.ts'
import { newEndToEndId } from '../../src/brazil/pix-ids.ts'
import { normalizePixKey } from '../../src/brazil/pix-key.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import { blockedDocument, ownerOf } from '../efi/key-owner.ts'
import { type Happening, scenarioOf } from '../efi/triggers.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import { type Bank, refuse } from './bank.ts'
import { receiverOfCode } from './codes.ts'
import type { Receiver, SentPayment } from './payment-store.ts'
import { renderPayment, renderRequested } from './render.ts'

/** It belongs to no real institution. */
const ispb = '99999032'

/** `POST /payment`: the payment is requested. No money moves before it is approved. */
export function requestPayment(bank: Bank, body: unknown, visibleAt: Date): ApiResponse {
  const { world, account, payments } = bank
  const { correlationID, comment, qrCode, ...rest } = fieldsOf(body)
  if (typeof correlationID !== 'string' || correlationID === '')
    return refuse(400, 'O correlationID é obrigatório')
  if (payments.find(correlationID))
    return refuse(400, 'Já existe um pagamento com o correlationID fornecido')
  const wanted =
    qrCode === undefined ? wantedOf(rest) : receiverOfCode(bank, { qrCode, value: rest.value })
  if (typeof wanted === 'string') return refuse(400, wanted)
  const { receiver, amount: value } = wanted
  const { pixKeyEndToEndId: query } = rest
  if (query !== undefined && qrCode !== undefined && !account.rules().codeQuery)
    return refuse(400, 'O campo pixKeyEndToEndId não é permitido')
  const isPaid =
    query === undefined || payments.payKeyQuery(String(query), receiver.key?.alias ?? '')
  if (!isPaid) return refuse(400, 'O pixKeyEndToEndId é inválido')
  if (scenarioOf(value).refusedAtOnce) return refuse(400, 'Pagamento não autorizado')
  const payment: SentPayment = {
    correlationId: correlationID,
    amount: value,
    comment: typeof comment === 'string' ? comment.slice(0, 140) : null,
    receiver,
    status: 'CREATED',
    createdAt: world.now(),
    transaction: null,
    rejection: null,
    visibleAt,
  }
  payments.add(payment)
  return { status: 200, body: renderRequested(payment), outcome: 'requested', amount: value }
}

function wantedOf({ value, ...request }: Readonly<Record<string, unknown>>) {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0)
    return 'O value deve ser um inteiro em centavos, maior que zero'
  const receiver = receiverOf(request)
  return typeof receiver === 'string' ? receiver : { receiver, amount: value }
}

/** `POST /payment/approve`. Without balance the payment stays requested. */
export function approvePayment(
  { world, account, payments, agenda }: Bank,
  body: unknown,
  visibleAt: Date,
): ApiResponse {
  const { correlationID } = fieldsOf(body)
  const payment = typeof correlationID === 'string' ? payments.find(correlationID) : undefined
  if (!payment) return refuse(400, 'Pagamento não encontrado')
  if (payment.status !== 'CREATED') return refuse(400, 'O pagamento não pode ser aprovado')
  if (payment.amount > account.rules().balance)
    return refuse(400, 'Você não possui saldo o suficiente para realizar esse pagamento')
  const { correlationId, amount, receiver } = payment
  const at = world.now()
  const isKnown = receiver.name !== ''
  const endToEndId = newEndToEndId({ ispb, at, random: randomBase62(11) })
  const transaction = isKnown ? { endToEndId, at } : null
  payments.approve(correlationId, { transaction, visibleAt })
  account.move(-amount)
  const works = isKnown && receiver.document !== blockedDocument ? happensTo(amount) : unpaid
  agenda.plan(
    works.map(({ afterMs, work }) => ({
      at: at.getTime() + afterMs,
      subject: correlationId,
      work,
    })),
  )
  const approved: SentPayment = { ...payment, status: 'APPROVED', transaction }
  return { status: 200, body: renderPayment(approved), outcome: 'approved', amount }
}

const unpaid: Happening = [{ afterMs: 1_000, work: { kind: 'decide', end: 'NAO_REALIZADO' } }]

function happensTo(amount: number): Happening {
  const scenario = scenarioOf(amount)
  assert(!scenario.refusedAtOnce, 'its request was refused')
  return scenario.happens
}

/** The receiver that a request names, or what is wrong with it. No name: the key has no owner. */
function receiverOf({
  type = 'PIX_KEY', // Woovi's SDK pays keys without it.
  ...request
}: Readonly<Record<string, unknown>>): Receiver | string {
  if (type === 'MANUAL') return holderOf(request)
  if (type !== 'PIX_KEY') return 'O type deve ser PIX_KEY ou MANUAL'
  const { destinationAlias: alias, destinationAliasType } = request
  const reading = typeof alias === 'string' ? normalizePixKey(alias) : undefined
  if (!reading?.ok || reading.key.value !== alias) return 'Chave Pix inválida'
  const aliasType = reading.key.type === 'EVP' ? 'RANDOM' : reading.key.type
  if (destinationAliasType !== aliasType) return 'O destinationAliasType não é o da chave Pix'
  const owner = ownerOf(reading.key)
  const key = { alias: reading.key.value, type: aliasType }
  if (owner.kind === 'none') return { name: '', document: '', key }
  return owner.kind === 'known'
    ? { name: owner.name, document: owner.document, key }
    : { name: 'Beneficiario Sandbox', document: '11144477735', key }
}

function holderOf({ holder, account, psp }: Readonly<Record<string, unknown>>): Receiver | string {
  const { name, taxID } = fieldsOf(holder)
  const { type, taxID: number } = fieldsOf(taxID)
  const { branch, account: accountNumber, accountType } = fieldsOf(account)
  const { id } = fieldsOf(psp)
  const reading = typeof number === 'string' ? readDocument(number) : undefined
  const isText = (value: unknown, form: RegExp): value is string =>
    typeof value === 'string' && form.test(value)
  if (!isText(name, /\S/) || !reading?.ok) return 'O holder é inválido'
  const { number: document } = reading.document
  if (type !== (document.length === 11 ? 'BR:CPF' : 'BR:CNPJ')) return 'O holder é inválido'
  if (!isText(id, /^[0-9A-Z]{8}$/)) return 'O psp é inválido'
  const isAccount =
    isText(branch, /^\d{4}$/) &&
    isText(accountNumber, /^\d{1,20}X?$/) &&
    isText(accountType, /^(?:CACC|SLRY|SVGS|TRAN)$/)
  return isAccount
    ? { name, document, account: { ispb: id, branch, account: accountNumber, accountType } }
    : 'A account é inválida'
}
