import { endOfLocalDay, localDate } from '../../src/brazil/local-time.ts'
import type { Sale } from './sale.ts'

/**
 * One stage of a case: what the chargeback API counts as a chargeback. Amounts in cents, instants
 * in ms of business time.
 */
export interface Chargeback {
  readonly idChargeback: number
  /** The same through all stages: the number of the first. */
  readonly idCase: number
  readonly paymentId: string
  readonly process: Process
  readonly amount: number
  readonly reasonCode: string
  readonly receivedAt: number
  /** The last instant at which a response is accepted. */
  readonly deadlineAt: number
  readonly action: 'accept' | 'refuse' | null
  readonly repliedAt: number | null
  /** The merchant's text of a refusal. */
  readonly reasonToRefuse: string | null
  readonly phase: Phase
}

/** The stages of a case, as Cielo numbers them. */
export const processes = { first: 1, second: 3, arbitration: 15 } as const
export type Process = (typeof processes)[keyof typeof processes]

/** The state of a stage: with the merchant, with the issuer, or decided for one of them. */
export type Phase = 'merchant' | 'issuer' | 'for-merchant' | 'for-issuer'

export const isDecided = ({ phase }: Chargeback): boolean =>
  phase === 'for-merchant' || phase === 'for-issuer'

/**
 * Returns a new stage, before it has a number. It can be answered until the end of the tenth day,
 * the longest usual time (docs/design/brazil.md#chargebacks).
 */
export function newStage(
  sale: Pick<Sale, 'paymentId'>,
  {
    process,
    amount,
    reasonCode,
    now,
  }: Pick<Chargeback, 'process' | 'amount' | 'reasonCode'> & { readonly now: Date },
): Omit<Chargeback, 'idChargeback' | 'idCase'> {
  return {
    ...{ paymentId: sale.paymentId, process, amount, reasonCode },
    receivedAt: now.getTime(),
    deadlineAt: endOfLocalDay(localDate(now).add({ days: daysToAnswer })).getTime(),
    ...{ action: null, repliedAt: null, reasonToRefuse: null, phase: 'merchant' },
  }
}

const daysToAnswer = 10

/**
 * The stage that follows a refused and undecided stage. `undefined`: an arbitration is the last
 * one.
 */
export function nextProcess(process: Process): Process | undefined {
  if (process === processes.first) return processes.second
  return process === processes.second ? processes.arbitration : undefined
}

/**
 * The amount of a sale that can still be claimed. Issuers claim the charged amount, also when it
 * was given back.
 */
export function claimable(sale: Sale, cases: readonly Chargeback[]): number {
  const claimed = cases
    .filter(({ phase }) => phase !== 'for-merchant')
    .reduce((sum, { amount }) => sum + amount, 0)
  return (sale.capturedAmount ?? 0) - claimed
}

/**
 * The text of a network's reason code. Scripts may name these codes; every other code has one
 * general text.
 */
export const reasonText = (code: string): string => reasons[code] ?? 'Contestação do portador'

const reasons: Readonly<Record<string, string>> = {
  '10.4': 'Fraude: transação com cartão ausente',
  '13.1': 'Mercadoria ou serviço não recebido',
  '13.3': 'Mercadoria diferente da descrita ou com defeito',
  '13.7': 'Mercadoria ou serviço cancelado',
  '4837': 'Portador não reconhece a transação',
  '4853': 'Desacordo comercial do portador',
}

/** The network's code for fraud without the card present. */
export const usualReason = (brand: string): string => (brand === 'Master' ? '4837' : '10.4')
