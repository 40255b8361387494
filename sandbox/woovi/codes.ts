import { type BrCode, readBrCode } from '../../src/brazil/br-code.ts'
import { normalizePixKey } from '../../src/brazil/pix-key.ts'
import { reaisFromCents } from '../../src/brazil/reais.ts'
import { cents } from '../../src/primitives/money.ts'
import { ownerOf } from '../efi/key-owner.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import { isExpired } from '../pix/charge.ts'
import type { PresentedCharge } from '../pix/code-book.ts'
import type { World } from '../world.ts'
import { type Bank, refuse } from './bank.ts'
import type { Receiver } from './payment-store.ts'

/** `POST /decode/emv`. */
export function decodeCode({ world }: Bank, body: unknown): ApiResponse {
  const { emv } = fieldsOf(body)
  const reading = typeof emv === 'string' ? readBrCode(emv) : undefined
  if (typeof emv !== 'string' || !reading?.ok) return refuse(400, 'O emv é inválido')
  const { code } = reading
  const found = presented(world, emv)
  const location = code.kind === 'dynamic' ? code.location : undefined
  return {
    status: 200,
    body: {
      emv: { ...printOf(code), crc: emv.slice(-4) },
      cobLocation:
        location === undefined
          ? null
          : {
              isValid: found !== undefined,
              locationErrors: found ? [] : ['LOCATION_NOT_FOUND'],
              ...(found && { payload: payloadOf(found, world) }),
              url: location,
            },
      recLocation: null,
    },
    outcome: found ? `found:${found.charge.status}` : 'found',
  }
}

/** The receiver's bank presents no charge with a due date after its last day. */
function presented(world: World, emv: string): PresentedCharge | undefined {
  const found = world.codes.find(emv)
  return found?.charge.kind === 'cobv' && isExpired(found.charge, world.now()) ? undefined : found
}

const printOf = (code: BrCode) => ({
  payloadFormatIndicator: '01',
  merchantAccountInformationPix: {
    gui: 'br.gov.bcb.pix',
    ...(code.kind === 'static' && { pixKey: code.pixKey }),
    ...(code.kind === 'dynamic' && { url: code.location }),
  },
  merchantCategoryCode: code.merchantCategory,
  transactionCurrency: '986',
  ...(code.amount !== null && { transactionAmount: reaisFromCents(code.amount) }),
  countryCode: 'BR',
  merchantName: code.receiverName,
  merchantCity: code.city,
  additionalDataFieldTemplate: { referenceLabel: code.reference },
})

function payloadOf({ charge, receiver, amount }: PresentedCharge, world: World) {
  const { content, kind } = charge
  const value = { original: content.valor.original }
  const times = {
    creation: charge.createdAt.toISOString(),
    presentation: world.now().toISOString(),
  }
  return {
    calendar:
      kind === 'cobv'
        ? {
            ...times,
            dueDate: content.calendario.dataDeVencimento,
            validityAfterDueDate: content.calendario.validadeAposVencimento,
          }
        : { ...times, expiration: content.calendario.expiracao },
    key: content.chave,
    revision: charge.revision,
    status: charge.status,
    txid: charge.txid,
    value: kind === 'cobv' ? { ...value, final: reaisFromCents(cents(amount)) } : value,
    ...(kind === 'cobv' && { receiver: { name: receiver.name, cnpj: receiver.document } }),
  }
}

/** The receiver and the amount of a code, or what is wrong with it. */
export function receiverOfCode(
  { world }: Bank,
  { qrCode, value }: { readonly qrCode: unknown; readonly value: unknown },
): { readonly receiver: Receiver; readonly amount: number } | string {
  const reading = typeof qrCode === 'string' ? readBrCode(qrCode) : undefined
  if (typeof qrCode !== 'string' || !reading?.ok) return 'O qrCode é inválido'
  const { code } = reading
  const found = presented(world, qrCode)
  const charge = found?.charge
  const isPayable = charge?.status === 'ATIVA' && !isExpired(charge, world.now())
  if (code.kind !== 'static' && !isPayable) return 'A cobrança do qrCode não pode ser paga'
  const key = normalizePixKey(code.kind === 'static' ? code.pixKey : (charge?.content.chave ?? ''))
  const amount = value ?? (code.kind === 'static' ? code.amount : found?.amount)
  if (!key.ok || typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0)
    return 'O value é obrigatório'
  const owner = ownerOf(key.key)
  if (owner.kind === 'none') return 'Chave Pix não encontrada'
  const usual = { name: 'Beneficiario Sandbox', document: '11144477735' }
  const { name, document } = found?.receiver ?? (owner.kind === 'known' ? owner : usual)
  const type = key.key.type === 'EVP' ? 'RANDOM' : key.key.type
  return { receiver: { name, document, key: { alias: key.key.value, type }, code: qrCode }, amount }
}
