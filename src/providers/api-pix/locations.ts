import { readProblem } from '../http/bank-problem.ts'
import { fieldsOf, instantOf, parse, stringOnly } from '../http/json-reader.ts'
import type { ProviderAnswer } from '../http/provider-client.ts'
import type { Period } from '../ports/pix.ts'
import { listPages } from './list-pages.ts'
import type { Session } from './session.ts'
import { troubleOf } from './trouble.ts'

/** The address of a payload: what a code leads to. It exists with or without a charge. */
export interface PixLocation {
  readonly id: number
  /** Host and path, without the scheme. */
  readonly address: string
  readonly kind: 'cob' | 'cobv'
  readonly createdAt: Date
  /** The charge that it leads to. */
  readonly txid?: string
}

export type LocationOutcome =
  | { readonly kind: 'done'; readonly location: PixLocation }
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  /** It may have been done. A repeat of a creation makes another location. */
  | { readonly kind: 'unknown'; readonly cause: unknown }

export type LocationListing =
  | { readonly kind: 'listed'; readonly locations: readonly PixLocation[] }
  | { readonly kind: 'unknown'; readonly cause: unknown }

/** `/loc`. A code printed before its charge exists has the address of such a location. */
export interface PixLocations {
  create(kind: PixLocation['kind'], signal: AbortSignal): Promise<LocationOutcome>
  find(id: number, signal: AbortSignal): Promise<LocationOutcome>
  /** Takes the location away from its charge. The charge keeps its state. */
  unlink(id: number, signal: AbortSignal): Promise<LocationOutcome>
  list(period: Period, signal: AbortSignal): Promise<LocationListing>
}

export function openLocations(session: Session): PixLocations {
  const call = async (
    method: 'POST' | 'GET' | 'DELETE',
    path: string,
    signal: AbortSignal,
    body?: object,
  ) => outcomeOf(await session.call({ method, path, signal, ...(body && { body }) }))
  return {
    create: (kind, signal) => call('POST', '/loc', signal, { tipoCob: kind }),
    find: (id, signal) => call('GET', `/loc/${id}`, signal),
    unlink: (id, signal) => call('DELETE', `/loc/${id}/txid`, signal),
    async list({ from, until }, signal) {
      const listing = await listPages(
        session,
        { path: '/loc', field: 'loc', from, to: until },
        signal,
      )
      if (!listing.ok) return { kind: 'unknown', cause: listing.cause }
      const locations = listing.items.map(readLocation)
      return locations.every((each) => each !== undefined)
        ? { kind: 'listed', locations: locations.filter(({ createdAt }) => createdAt < until) }
        : { kind: 'unknown', cause: new Error('API Pix listed a location that cannot be read') }
    },
  }
}

function outcomeOf(answer: ProviderAnswer): LocationOutcome {
  const isDone = answer.kind === 'answered' && (answer.status === 200 || answer.status === 201)
  const location = isDone ? readLocation(parse(answer.text)) : undefined
  if (location) return { kind: 'done', location }
  const problem = readProblem(answer)
  return problem
    ? { kind: 'rejected', code: problem.code, message: problem.message }
    : { kind: 'unknown', cause: troubleOf(answer) }
}

/** `PayloadLocation`, `PayloadLocationCompleta`. */
function readLocation(value: unknown): PixLocation | undefined {
  const { id, location, tipoCob, criacao, txid } = fieldsOf(value)
  const address = stringOnly(location)?.replace(/^https:\/\//, '')
  const createdAt = instantOf(criacao)
  if (typeof id !== 'number' || !Number.isSafeInteger(id) || !address || !createdAt)
    return undefined
  if (tipoCob !== 'cob' && tipoCob !== 'cobv') return undefined
  return {
    id,
    address,
    kind: tipoCob,
    createdAt,
    ...(typeof txid === 'string' && txid !== '' && { txid }),
  }
}
