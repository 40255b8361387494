import { readProblem } from '../http/bank-problem.ts'
import { fieldsOf, parse } from '../http/json-reader.ts'
import type {
  ListedPixCharge,
  Period,
  PixChargeListing,
  PixChargeOutcome,
  PixCharges,
  PixFinding,
  PixRemoval,
} from '../ports/pix.ts'
import { listPages } from './list-pages.ts'
import { type Created, readFound } from './read-charge.ts'
import type { Session } from './session.ts'
import type { ApiPixSettings } from './settings.ts'
import { troubleOf } from './trouble.ts'

/** How the charges of one kind differ from those of the other. */
export interface ChargeKind<Charge> {
  readonly path: '/cob' | '/cobv'
  /** The problem of a request that the charge does not allow, such as the repeat of a charge. */
  readonly refusedCode: string
  readonly notFoundCode: string
  /** Fields in a fixed order: a repeat sends the same text. */
  bodyFor(charge: Charge, settings: ApiPixSettings): object
  /** `undefined`: the body is not this charge as it was requested. */
  readCreated(body: unknown, charge: Charge, settings: ApiPixSettings): Created | undefined
  readListed(item: unknown, settings: ApiPixSettings): ListedPixCharge | undefined
}

export function openCharges<Charge extends { readonly txid: string }>(
  kind: ChargeKind<Charge>,
  session: Session,
  settings: ApiPixSettings,
): PixCharges<Charge> {
  const bank = { kind, session, settings }
  return {
    createCharge: (charge, signal) => createCharge(bank, charge, signal),
    findCharge: (txid, signal) => findCharge(bank, txid, signal),
    removeCharge: (txid, signal) => removeCharge(bank, txid, signal),
    listCharges: (period, signal) => listCharges(bank, period, signal),
  }
}

interface ChargesAt<Charge> {
  readonly kind: ChargeKind<Charge>
  readonly session: Session
  readonly settings: ApiPixSettings
}

async function createCharge<Charge extends { readonly txid: string }>(
  { kind, session, settings }: ChargesAt<Charge>,
  charge: Charge,
  signal: AbortSignal,
): Promise<PixChargeOutcome> {
  const path = `${kind.path}/${charge.txid}`
  const answer = await session.call({
    method: 'PUT',
    path,
    body: kind.bodyFor(charge, settings),
    signal,
  })
  if (answer.kind === 'answered' && (answer.status === 201 || answer.status === 200)) {
    const created = kind.readCreated(parse(answer.text), charge, settings)
    return (
      created ?? {
        kind: 'unavailable',
        cause: new Error('API Pix returned another charge than the requested one'),
      }
    )
  }
  const problem = readProblem(answer)
  // A denied access is about our credentials. It says nothing about this charge.
  if (!problem || problem.code === accessDenied)
    return { kind: 'unavailable', cause: troubleOf(answer) }
  if (problem.code !== kind.refusedCode && problem.status !== 409) return rejected(problem)

  // Many banks reject the repeat of a charge that they have. The charge of an earlier attempt of
  // ours may be the reason.
  const existing = await session.call({ method: 'GET', path, signal })
  if (existing.kind === 'answered' && existing.status === 200) {
    return kind.readCreated(parse(existing.text), charge, settings) ?? rejected(problem)
  }
  return readProblem(existing)
    ? rejected(problem)
    : { kind: 'unavailable', cause: troubleOf(existing) }
}

const accessDenied = 'AcessoNegado'

const rejected = ({ code, message }: { code: string; message: string }): PixChargeOutcome => ({
  kind: 'rejected',
  code,
  message,
})

async function findCharge<Charge>(
  { kind, session }: ChargesAt<Charge>,
  txid: string,
  signal: AbortSignal,
): Promise<PixFinding> {
  const answer = await session.call({ method: 'GET', path: `${kind.path}/${txid}`, signal })
  if (answer.kind === 'answered' && answer.status === 200) {
    const found = readFound(parse(answer.text), txid)
    return (
      found ?? {
        kind: 'unknown',
        cause: new Error('API Pix answered a charge that cannot be read for certain'),
      }
    )
  }
  const problem = readProblem(answer)
  return problem && (problem.code === kind.notFoundCode || notFoundCodes.has(problem.code))
    ? { kind: 'not-found' }
    : { kind: 'unknown', cause: troubleOf(answer) }
}

/** Efí's has status 400. */
const notFoundCodes = new Set(['NaoEncontrado', 'cobranca_nao_encontrada'])

async function removeCharge<Charge>(
  bank: ChargesAt<Charge>,
  txid: string,
  signal: AbortSignal,
): Promise<PixRemoval> {
  const { kind, session } = bank
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  const answer = await session.call({ method: 'PATCH', path: `${kind.path}/${txid}`, body, signal })
  if (answer.kind === 'answered' && answer.status === 200) {
    const { txid: answered, status } = fieldsOf(parse(answer.text))
    if (answered === txid && status === body.status) return { kind: 'removed' }
    return {
      kind: 'unknown',
      cause: new Error('API Pix answered another charge than the one removed'),
    }
  }
  if (!readProblem(answer)) return { kind: 'unknown', cause: troubleOf(answer) }

  // The charge is in a final state. The state decides whether money was received.
  const finding = await findCharge(bank, txid, signal)
  if (finding.kind === 'found' && finding.payments.length > 0) return { kind: 'completed' }
  if (finding.kind === 'found' && finding.state === 'removed') return { kind: 'removed' }
  return { kind: 'unknown', cause: finding.kind === 'unknown' ? finding.cause : troubleOf(answer) }
}

/** The bank counts both ends of the period as part of it. */
async function listCharges<Charge>(
  { kind, session, settings }: ChargesAt<Charge>,
  { until, ...period }: Period,
  signal: AbortSignal,
): Promise<PixChargeListing> {
  const wanted = { path: kind.path, field: 'cobs', to: until, ...period }
  const listing = await listPages(session, wanted, signal)
  if (!listing.ok) return { kind: 'unknown', cause: listing.cause }
  const charges = listing.items.map((item) => kind.readListed(item, settings))
  return charges.every((each) => each !== undefined)
    ? { kind: 'listed', charges: charges.filter(({ createdAt }) => createdAt < until) }
    : { kind: 'unknown', cause: new Error('API Pix listed a charge that cannot be read') }
}
