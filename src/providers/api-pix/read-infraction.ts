import { isEndToEndId } from '../../brazil/pix-ids.ts'
import { centsFromReais } from '../../brazil/reais.ts'
import type { Cents } from '../../primitives/money.ts'
import { fieldsOf, instantOf, stringOnly } from '../http/json-reader.ts'
import type { Claim } from '../ports/dispute.ts'

/** A payer's claim as Efí's `GET /v2/gn/infracoes` reports it. */
export interface Infraction {
  readonly id: string
  readonly endToEndId: string
  /** The claimed amount, as received: see `claimedAmount`. */
  readonly valor: string
  readonly state: InfractionState
  readonly reason: Claim['reason']
  readonly openedAt: Date
  readonly answerBy?: Date
  /** The time of the last change. Left out where the bank does not state it. */
  readonly changedAt?: Date
  /** Our defence, where the bank shows it. */
  readonly defence?: string
}

/** `accepted`: the money goes back, or has gone. */
export type InfractionState = 'open' | 'defended' | 'accepted' | 'rejected'

/** Reads one entry of `infracoes`. Returns `undefined` when a value is ambiguous. */
export function readInfraction(value: unknown): Infraction | undefined {
  const {
    idInfracao,
    endToEndId,
    valor,
    status,
    dadosAnalise,
    criadoEm,
    atualizadoEm,
    defesa,
    ...rest
  } = fieldsOf(value)
  const { abertura, prazoFinalizacao, finalizacao } = fieldsOf(dadosAnalise)
  const openedAt = instantOf(abertura) ?? instantOf(criadoEm)
  const isKnown = typeof idInfracao === 'string' && /^[\x21-\x7e]{1,100}$/.test(idInfracao)
  const written = typeof valor === 'number' ? String(valor) : valor
  if (
    !isKnown ||
    typeof endToEndId !== 'string' ||
    !isEndToEndId(endToEndId) ||
    typeof status !== 'string'
  )
    return undefined
  if (typeof written !== 'string' || !amountPattern.test(written) || !openedAt) return undefined
  const [answerBy, changedAt] = [
    instantOf(prazoFinalizacao),
    instantOf(atualizadoEm) ?? instantOf(finalizacao),
  ]
  return {
    id: idInfracao,
    endToEndId,
    valor: written,
    state: stateOf(status),
    reason: reasonOf(rest),
    openedAt,
    ...(answerBy && { answerBy }),
    ...(changedAt && { changedAt }),
    ...(typeof defesa === 'string' && { defence: defesa }),
  }
}

const amountPattern = /^\d{1,10}(\.\d{1,2})?$/

/** An unknown status decides nothing: the claim stays under review. */
const stateOf = (status: string): InfractionState =>
  status.startsWith('CANCELADA') ? 'rejected' : (states.get(status) ?? 'defended')

const states: ReadonlyMap<string, InfractionState> = new Map([
  ['ABERTA', 'open'],
  ['EM_DEFESA', 'defended'],
  ['ACEITA', 'accepted'],
  ['REJEITADA', 'rejected'],
])

function reasonOf({
  razao,
  tipoSituacao,
  tipoFraude,
  comentario,
}: Readonly<Record<string, unknown>>): Claim['reason'] {
  const texts = [razao, tipoSituacao, tipoFraude, comentario].flatMap(
    (each) => stringOnly(each)?.trim() || [],
  )
  return {
    code: stringOnly(tipoSituacao) ?? stringOnly(razao) ?? 'desconhecido',
    text: texts.join('. ').slice(0, 500),
  }
}

/**
 * The claimed amount in cents. The bank's page writes `100` where the rest of its API writes
 * `100.00`. It is read as reais, unless that would be more than the Pix: then it must be cents.
 */
export function claimedAmount(
  { valor }: Pick<Infraction, 'valor'>,
  pixAmount?: Cents,
): Cents | undefined {
  const [whole = '', fraction = ''] = valor.split('.')
  const reais = centsFromReais(`${whole}.${fraction.padEnd(2, '0')}`)
  const isMore = pixAmount !== undefined && reais !== undefined && reais > pixAmount
  return isMore && fraction === ''
    ? centsFromReais(`${whole.padStart(3, '0').slice(0, -2)}.${whole.padStart(3, '0').slice(-2)}`)
    : reais
}
