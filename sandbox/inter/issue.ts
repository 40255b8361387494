import { digitableLine, writeBarcode } from '../../src/brazil/boleto-code.ts'
import { writeDynamicBrCode } from '../../src/brazil/write-br-code.ts'
import { randomId, randomSecret } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { beneficiary } from '../kit/boleto-bill.ts'
import type { Bank } from './bank.ts'
import type { Charge, RequestedCharge } from './charge.ts'
import { invalidField, problem } from './errors.ts'
import { account } from './identity-store.ts'
import { readRequest } from './read-request.ts'
import { triggerOf } from './triggers.ts'

const repeatMs = 30 * 60_000

/** `POST /cobrancas`: the charge is issued after the response. */
export function issueCharge(bank: Bank, body: unknown, visibleAt: Date): ApiResponse {
  const now = bank.world.now()
  const requested = readRequest(body, now)
  if (typeof requested === 'string') return invalidField(requested)
  const trigger = triggerOf(requested.amount)
  if (trigger === 'refused')
    return problem(400, {
      title: 'Requisição inválida',
      detail: 'A emissão foi recusada pelo banco.',
      outcome: 'refused:refused',
    })
  const repeated = bank.charges.withOwnNumber(requested.ownNumber).find(isRepeatOf(requested, now))
  if (repeated) return refusalOfRepeat(repeated)
  const charge = newCharge(requested, { n: bank.charges.nextNumber(), now })
  bank.charges.add(charge, visibleAt)
  return {
    status: 200,
    body: { codigoSolicitacao: charge.code },
    outcome: 'registered',
    amount: charge.amount,
  }
}

const isRepeatOf =
  (requested: RequestedCharge, now: Date) =>
  (charge: Charge): boolean =>
    charge.amount === requested.amount &&
    charge.dueDate.equals(requested.dueDate) &&
    charge.payer.document === requested.payer.document &&
    now.getTime() - charge.registeredAt.getTime() < repeatMs

/** The sentence as clients of the bank quote it. */
function refusalOfRepeat({ code }: Charge): ApiResponse {
  const razao = [
    'Já existe uma cobrança emitida há poucos minutos com os mesmos dados.',
    `Código de solicitação: ${code}`,
  ].join(' ')
  return problem(400, {
    title: 'Requisição inválida',
    detail: razao,
    violacoes: [{ razao, propriedade: 'seuNumero' }],
    outcome: 'refused:already-registered',
  })
}

function newCharge(requested: RequestedCharge, { n, now }: { n: number; now: Date }): Charge {
  const ourNumber = String(n).padStart(11, '0')
  const barcode = writeBarcode({
    bank: '077',
    amount: requested.amount,
    dueDate: requested.dueDate,
    freeField: freeFieldOf(ourNumber),
  })
  const withPix = requested.wantsPix && triggerOf(requested.amount) !== 'without-pix'
  return {
    ...requested,
    code: randomId(),
    ourNumber,
    barcode,
    digitableLine: digitableLine(barcode),
    ...(withPix && { pix: newPix(ourNumber) }),
    registeredAt: now,
    state: { kind: 'processing', wasSeen: false },
  }
}

/** The bank publishes no layout. This one is the simulator's: branch, carteira, zeros, number. */
const freeFieldOf = (ourNumber: string): string => `0001${account.carteira}0000000${ourNumber}`

/** The location is internal to this bank: the payer's bank of the sandbox queries this bank. */
function newPix(ourNumber: string) {
  const token = randomSecret(16).toString('hex')
  const location = `bolepix-inter.example/qr/v2/cobv/${token}`
  return {
    token,
    txid: `BOLEPIX${ourNumber}${token.slice(0, 16)}`,
    emv: writeDynamicBrCode({ location, receiverName: beneficiary.name, city: 'SAO PAULO' }),
  }
}

/** A valid digitable line, of a boleto that costs one real more. */
export const lineOfAnother = ({ barcode, amount, dueDate }: Charge): string =>
  digitableLine(
    writeBarcode({
      bank: '077',
      amount: cents(amount + 100),
      dueDate,
      freeField: barcode.slice(19),
    }),
  )
