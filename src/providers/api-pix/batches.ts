import { readProblem } from '../http/bank-problem.ts'
import { fieldsOf, parse, stringOnly } from '../http/json-reader.ts'
import type { PixDueCharge } from '../ports/pix.ts'
import { dueCharge } from './due-charge.ts'
import type { Session } from './session.ts'
import type { ApiPixSettings } from './settings.ts'
import { troubleOf } from './trouble.ts'

/** Charges with a due date that the bank creates together. */
export interface PixBatch {
  /** The id in the path, created by us. */
  readonly id: string
  readonly description: string
  readonly charges: readonly PixDueCharge[]
}

export type BatchOutcome =
  /** The charges do not exist yet: `find` says what became of each. */
  | { readonly kind: 'accepted' }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** A repeat with the same charges is safe. */
  | { readonly kind: 'unknown'; readonly cause: unknown }

export type BatchFinding =
  | { readonly kind: 'found'; readonly charges: readonly BatchedCharge[] }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }

export interface BatchedCharge {
  readonly txid: string
  readonly state: 'processing' | 'created' | 'refused'
  /** Why the bank refused it. */
  readonly reason?: string
}

/** `/lotecobv`. */
export interface PixBatches {
  create(batch: PixBatch, signal: AbortSignal): Promise<BatchOutcome>
  find(id: string, signal: AbortSignal): Promise<BatchFinding>
}

export const openBatches = (session: Session, settings: ApiPixSettings): PixBatches => ({
  async create({ id, description, charges }, signal) {
    const cobsv = charges.map((charge) => ({
      txid: charge.txid,
      ...dueCharge.bodyFor(charge, settings),
    }))
    const answer = await session.call({
      method: 'PUT',
      path: `/lotecobv/${id}`,
      body: { descricao: description, cobsv },
      signal,
    })
    if (answer.kind === 'answered' && answer.status === 202) return { kind: 'accepted' }
    const problem = readProblem(answer)
    return problem
      ? { kind: 'rejected', code: problem.code, message: problem.message }
      : { kind: 'unknown', cause: troubleOf(answer) }
  },

  async find(id, signal) {
    const answer = await session.call({ method: 'GET', path: `/lotecobv/${id}`, signal })
    if (answer.kind === 'answered' && answer.status === 200) {
      const { cobsv } = fieldsOf(parse(answer.text))
      const charges = Array.isArray(cobsv) ? cobsv.map(readItem) : [undefined]
      return charges.every((each) => each !== undefined)
        ? { kind: 'found', charges }
        : { kind: 'unknown', cause: new Error('API Pix answered a batch that cannot be read') }
    }
    return readProblem(answer)?.code === 'LoteCobVNaoEncontrado'
      ? { kind: 'not-found' }
      : { kind: 'unknown', cause: troubleOf(answer) }
  },
})

function readItem(value: unknown): BatchedCharge | undefined {
  const { txid, status, problema } = fieldsOf(value)
  const state = typeof status === 'string' ? states.get(status) : undefined
  if (typeof txid !== 'string' || !state) return undefined
  const { detail, violacoes } = fieldsOf(problema)
  const [violation] = Array.isArray(violacoes) ? violacoes : []
  const reason = stringOnly(fieldsOf(violation).razao) ?? stringOnly(detail)
  return { txid, state, ...(reason !== undefined && { reason }) }
}

const states: ReadonlyMap<string, BatchedCharge['state']> = new Map([
  ['EM_PROCESSAMENTO', 'processing'],
  ['CRIADA', 'created'],
  ['NEGADA', 'refused'],
])
