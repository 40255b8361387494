import { digitableLine, writeBarcode } from '../../src/brazil/boleto-code.ts'
import { writeFreeField } from '../../src/brazil/boleto-free-field.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { writeDynamicBrCode } from '../../src/brazil/write-br-code.ts'
import { randomSecret } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { beneficiary } from '../kit/boleto-bill.ts'
import type { Bank } from './bank.ts'
import type { Boleto, Registration } from './boleto.ts'
import { errorResponse } from './errors.ts'
import { agreement } from './identity-store.ts'
import { readRegistration } from './registration.ts'
import { renderRegistered } from './render.ts'
import { triggerOf } from './triggers.ts'

/** `POST /boletos`. */
export function register(bank: Bank, body: unknown, visibleAt: Date): ApiResponse {
  const now = bank.world.now()
  const requested = readRegistration(body, localDate(now))
  if (typeof requested === 'string') return errorResponse('invalid-field', requested)
  const trigger = triggerOf(requested.amount)
  if (trigger === 'refused') return errorResponse('refused')
  const boleto = issue(requested, now, requested.wantsPix && trigger !== 'without-pix')
  if (!bank.boletos.add(boleto, visibleAt)) return errorResponse('already-registered')
  const shown = trigger === 'lying' ? { ...boleto, digitableLine: lineOfAnother(boleto) } : boleto
  return {
    status: 201,
    body: renderRegistered(shown),
    outcome: 'registered',
    amount: boleto.amount,
  }
}

function issue(requested: Registration, now: Date, withPix: boolean): Boleto {
  const { convenio, carteira } = agreement
  const freeField = writeFreeField({
    bank: '001',
    convenio,
    nossoNumero: requested.ourNumber.slice(10),
    carteira,
  })
  const barcode = writeBarcode({
    bank: '001',
    amount: requested.amount,
    dueDate: requested.dueDate,
    freeField,
  })
  return {
    ...requested,
    barcode,
    digitableLine: digitableLine(barcode),
    ...(withPix ? { pix: issuePix(requested) } : {}),
    registeredAt: now,
    state: { kind: 'registered' },
  }
}

/**
 * The location is internal to this bank: no client fetches it, and the payer's bank queries this
 * bank.
 */
function issuePix({ ourNumber, dueDate }: Registration) {
  const token = randomSecret(16).toString('hex')
  const location = `bolepix.example/qr/v2/cobv/${token}`
  const [year, month, day] = dueDate.toString().split('-')
  return {
    token,
    location,
    txid: `BOLETO${ourNumber.slice(3)}DATA${day}${month}${year}`,
    emv: writeDynamicBrCode({ location, receiverName: beneficiary.name, city: 'SAO PAULO' }),
  }
}

/** A valid digitable line, of a boleto that costs one real more. */
function lineOfAnother({ barcode, amount, dueDate }: Boleto): string {
  const dearer = cents(amount + 100)
  return digitableLine(
    writeBarcode({ bank: '001', amount: dearer, dueDate, freeField: barcode.slice(19) }),
  )
}
