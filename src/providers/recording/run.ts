import { localDate } from '../../brazil/local-time.ts'
import { normalizePixKey } from '../../brazil/pix-key.ts'
import { type Cents, cents } from '../../primitives/money.ts'
import { type ProviderPort, readsOf } from '../going-live/port-reads.ts'
import {
  type ApiBoletoBank,
  type BoletoOrder,
  type BoletoPayer,
  boletoReference,
} from '../ports/boleto.ts'
import type { CardAcquirer, CardCustomer, CardData } from '../ports/card.ts'
import type { PixPayer } from '../ports/payout.ts'
import type { PixReceiver } from '../ports/pix.ts'
import type { CreatedData } from './recording.ts'

/** One call of a port. */
export interface RunStep {
  readonly name: string
  run(signal: AbortSignal): Promise<unknown>
}

export interface Run {
  readonly now: Date
  /** 32 letters and digits. */
  readonly id: string
  readonly created?: CreatedData
}

/**
 * The calls of a run, always in the same order: the queries of `guiche providers check`, and one
 * payment that is created, queried and canceled, if the operator gave the data for it.
 */
export function stepsOf(port: ProviderPort, { now, id, created }: Run): readonly RunStep[] {
  const unknownId = [...id].reverse().join('')
  const reads = readsOf(port, now, unknownId).map(({ name, run }) => ({ name: name.en, run }))
  return [...reads, ...(created ? creationOf(port, { now, id, created }) : [])]
}

function creationOf(port: ProviderPort, run: Required<Run>): readonly RunStep[] {
  if ('findSale' in port) return saleSteps(port, run)
  if ('findCharge' in port) return chargeSteps(port, run)
  if ('register' in port) return boletoSteps(port, run)
  // A bank that takes files has no exchanges.
  if ('remittances' in port) return []
  return payoutSteps(port, run)
}

const amount: Cents = cents(5_00)

function saleSteps(acquirer: CardAcquirer, { id, created }: Required<Run>): readonly RunStep[] {
  const attemptRef = id.slice(-16)
  const card = needed<CardData>(created, 'card')
  const customer = needed<CardCustomer>(created, 'payer')
  let reference = ''
  return [
    {
      name: 'sale',
      async run(signal) {
        const outcome = await acquirer.sale(
          {
            ...{ attemptRef, amount, installments: 1, capture: true, customer },
            source: { kind: 'card', card },
          },
          signal,
        )
        if ('reference' in outcome) reference = outcome.reference
        return outcome
      },
    },
    { name: 'query of the sale', run: (signal) => acquirer.findSale(attemptRef, signal) },
    { name: 'cancel', run: (signal) => acquirer.cancel(reference, amount, signal) },
    { name: 'query after the cancel', run: (signal) => acquirer.findSale(attemptRef, signal) },
  ]
}

const chargeSteps = (bank: PixReceiver, { id }: Required<Run>): readonly RunStep[] => [
  {
    name: 'charge',
    run: (signal) => bank.createCharge({ txid: id, amount, expiresInSeconds: 3_600 }, signal),
  },
  { name: 'query of the charge', run: (signal) => bank.findCharge(id, signal) },
  { name: 'removal', run: (signal) => bank.removeCharge(id, signal) },
  { name: 'query after the removal', run: (signal) => bank.findCharge(id, signal) },
]

function boletoSteps(bank: ApiBoletoBank, { now, created }: Required<Run>): readonly RunStep[] {
  const today = localDate(now)
  const order = {
    // The number of this second is never used twice.
    sequence: Math.floor(now.getTime() / 1_000),
    amount,
    issueDate: today.toString(),
    dueDate: today.add({ days: 10 }).toString(),
    payableDaysAfterDue: 0,
    documentNumber: 'HOMOLOGACAO',
    payer: needed<BoletoPayer>(created, 'payer'),
    shop: needed<BoletoOrder['shop']>(created, 'shop'),
    instructions: [],
  }
  let reference = ''
  return [
    {
      name: 'registration',
      async run(signal) {
        const outcome = await bank.register(order, signal)
        if (outcome.kind === 'registered') reference = boletoReference(outcome.boleto)
        return outcome
      },
    },
    { name: 'query of the boleto', run: (signal) => bank.find(reference, signal) },
    { name: 'write-off', run: (signal) => bank.cancel(reference, signal) },
    { name: 'query after the write-off', run: (signal) => bank.find(reference, signal) },
  ]
}

function payoutSteps(payer: PixPayer, { id, created }: Required<Run>): readonly RunStep[] {
  const key = normalizePixKey(needed<{ readonly key: string }>(created, 'pixKey').key)
  if (!key.ok) throw new Error('a chave de quem recebe não é válida')
  return [
    { name: 'payout', run: (signal) => payer.send({ payoutId: id, amount, key: key.key }, signal) },
    { name: 'query of the payout', run: (signal) => payer.find(id, signal) },
  ]
}

/** The data of an operator's file. What is wrong with it, the provider says. */
function needed<Data>(created: CreatedData, name: keyof CreatedData): Data {
  const data = created[name]
  if (!data) throw new Error(`falta "${name}" nos dados a criar`)
  return data as unknown as Data
}
