import { isEndToEndId, isReturnId, pixIdInstant } from '../../brazil/pix-ids.ts'
import { centsFromReais } from '../../brazil/reais.ts'
import type { Cents } from '../../primitives/money.ts'
import { fieldsOf, instantOf, stringOnly } from '../http/json-reader.ts'

/** A received Pix and its returns. */
export interface ReceivedPix {
  readonly endToEndId: string
  readonly txid?: string
  /** The key that received it, where the bank states it. */
  readonly key?: string
  readonly amount: Cents
  /** The sum of our refunds, in cents. */
  readonly refunded: number
  /** The amounts that the bank returns without our request (MED). */
  readonly returns: readonly MedReturn[]
}

/** A devolução whose `natureza` only a bank can start (docs/design/brazil.md#med). */
export interface MedReturn {
  /** rtrId. */
  readonly returnId: string
  readonly amount: Cents
  /** `MED_FRAUDE`, `MED_OPERACIONAL`, `MED_PIX_AUTOMATICO`. */
  readonly nature: string
  readonly state: 'processing' | 'returned' | 'failed'
  /** Where the bank leaves the time out: the minute in the id. */
  readonly requestedAt: Date
  readonly returnedAt?: Date
}

/** Whether a devolução belongs to the special return mechanism (MED). */
export const isMedNature = (nature: unknown): nature is string =>
  typeof nature === 'string' && nature.startsWith('MED_')

/** Reads `Pix`. Returns `undefined` when a value is ambiguous, above all a return by the bank. */
export function readPix(value: unknown): ReceivedPix | undefined {
  const { endToEndId, txid, chave, valor, devolucoes = [] } = fieldsOf(value)
  const amount = centsFromReais(stringOnly(valor) ?? '')
  if (typeof endToEndId !== 'string' || !isEndToEndId(endToEndId) || !amount) return undefined
  if (!Array.isArray(devolucoes)) return undefined
  const [bank, ours] = [devolucoes.filter(isMed), devolucoes.filter((each) => !isMed(each))]
  const returns = bank.map(readReturn)
  if (!returns.every((each) => each !== undefined)) return undefined
  const refunded = ours.reduce<number>((sum, each) => sum + refundedBy(each), 0)
  return {
    endToEndId,
    ...(typeof txid === 'string' && txid !== '' && { txid }),
    ...(typeof chave === 'string' && chave !== '' && { key: chave }),
    amount,
    refunded,
    returns,
  }
}

const isMed = (value: unknown): boolean => isMedNature(fieldsOf(value).natureza)

/** The returned amount of one devolução, in cents. */
export function refundedBy(value: unknown): number {
  const { valor, status } = fieldsOf(value)
  return status === 'DEVOLVIDO' ? (centsFromReais(stringOnly(valor) ?? '') ?? 0) : 0
}

function readReturn(value: unknown): MedReturn | undefined {
  const { rtrId, valor, natureza, status, horario } = fieldsOf(value)
  const { solicitacao, liquidacao } = fieldsOf(horario)
  const amount = centsFromReais(stringOnly(valor) ?? '')
  const state = typeof status === 'string' ? states.get(status) : undefined
  if (
    typeof rtrId !== 'string' ||
    !isReturnId(rtrId) ||
    !amount ||
    !isMedNature(natureza) ||
    !state
  )
    return undefined
  const requestedAt = instantOf(solicitacao) ?? pixIdInstant(rtrId)
  const returnedAt = instantOf(liquidacao)
  if (!requestedAt) return undefined
  return {
    returnId: rtrId,
    amount,
    nature: natureza,
    state,
    requestedAt,
    ...(returnedAt && { returnedAt }),
  }
}

const states: ReadonlyMap<string, MedReturn['state']> = new Map([
  ['EM_PROCESSAMENTO', 'processing'],
  ['DEVOLVIDO', 'returned'],
  ['NAO_REALIZADO', 'failed'],
])
