import type { FastifyInstance } from 'fastify'
import type { ApiResponse } from '../kit/bank-call.ts'
import { addLocation } from './add-location.ts'
import { renderLocation } from './charge.ts'
import { type Call, handle } from './handle.ts'
import { readListQuery, renderParameters } from './list-query.ts'
import type { Location, LocationFilter } from './location-store.ts'
import { problem } from './problem.ts'
import type { Psp } from './psp.ts'
import { requestedLocation } from './schemas.ts'
import { bodyChecker } from './validate.ts'

/** `/loc`, `/loc/{id}` and `/loc/{id}/txid`. */
export function addLocationRoutes(app: FastifyInstance, psp: Psp): void {
  const { bank } = psp
  const [read, write] = ['payloadlocation.read', 'payloadlocation.write'] as const
  app.post(bank.at('/loc'), handle(psp, 'loc.create', write, postLocation))
  app.get(bank.at('/loc'), handle(psp, 'loc.list', read, listLocations))
  app.get(bank.at('/loc/:id'), handle(psp, 'loc.get', read, getLocation))
  app.delete(bank.at('/loc/:id/txid'), handle(psp, 'loc.unlink', write, unlink))
}

const check = bodyChecker(requestedLocation, 'loc')

function postLocation(psp: Psp, { body }: Call): ApiResponse {
  const checked = check(body)
  if (!checked.ok) return problem('PayloadLocationOperacaoInvalida', checked.violations)
  const location = addLocation(psp, checked.value.tipoCob)
  return { status: 201, body: renderLocation(location), outcome: 'created' }
}

function listLocations(psp: Psp, { query }: Call): ApiResponse {
  const reading = readListQuery(query)
  if (!reading.ok) return problem('PayloadLocationConsultaInvalida', reading.violations)
  const { from, to, page, pageSize } = reading.query
  const { tipoCob, txIdPresente } = query
  const filter: LocationFilter = {
    from,
    to,
    ...((tipoCob === 'cob' || tipoCob === 'cobv') && ({ kind: tipoCob } as const)),
    ...(txIdPresente !== undefined && { isUsed: txIdPresente === 'true' }),
    limit: pageSize,
    offset: page * pageSize,
  }
  const total = psp.locations.count(filter)
  const loc = psp.locations.list(filter).map(complete)
  return {
    status: 200,
    body: { parametros: renderParameters(reading.query, total), loc },
    outcome: `found:${total}`,
  }
}

function getLocation(psp: Psp, call: Call): ApiResponse {
  const location = locationOf(psp, call)
  if (!location) return problem('PayloadLocationNaoEncontrado')
  return { status: 200, body: complete(location), outcome: 'found' }
}

/** The charge keeps its state. Its code leads nowhere until it gets a location again. */
function unlink(psp: Psp, call: Call): ApiResponse {
  const location = locationOf(psp, call)
  if (!location) return problem('PayloadLocationNaoEncontrado')
  if (location.txid !== undefined) psp.locations.unlink(location.txid)
  return { status: 200, body: renderLocation(location), outcome: 'unlinked' }
}

const locationOf = ({ locations }: Psp, { path: { id = '' } }: Call): Location | undefined =>
  /^\d{1,15}$/.test(id) ? locations.find(Number(id)) : undefined

/** `PayloadLocationCompleta`. */
const complete = (location: Location) => ({
  ...renderLocation(location),
  ...(location.txid !== undefined && { txid: location.txid }),
})
