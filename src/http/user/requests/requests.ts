import { envelopeOf } from '../../../../contract/envelope.ts'
import {
  ListRequestsQuery,
  LoggedRequestDetail,
  LoggedRequestWire,
  requestActors,
  requestMethods,
  statusClasses,
} from '../../../../contract/request-log.ts'
import { defined } from '../../../primitives/defined.ts'
import { isUuid } from '../../../primitives/id.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import { shownSince } from '../../../request-log/request-log.ts'
import {
  type LoggedRequest,
  requestById,
  requestPage,
} from '../../../request-log/request-log-store.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byInstant } from '../../request/list-page.ts'
import { choiceOf, oneOrMore, periodFrom, type Query, readList } from '../../request/list-query.ts'

const byStart = byInstant('at')

export const listRequests = accountListEndpoint({
  summary: 'Listar as requisições da conta dos últimos 7 dias, da mais nova à mais antiga',
  description:
    'Cada requisição a /api/user, com o seu resultado, de chaves e de pessoas; sem as leituras deste registro e sem esperas por eventos. Aparecem em poucos segundos. Sob carga extrema algumas podem faltar. Dois filtros juntos, `path` ou `actorKind` procuram em até 1.000 requisições por página: ela pode vir curta, e `nextCursor` continua.',
  query: ListRequestsQuery,
  item: LoggedRequestWire,
  message: { pt: 'Requisições da conta.', en: 'Requests of the account.' },
  read: (sent: Query) =>
    readList(ListRequestsQuery, sent, (reader) => ({
      classes: reader.read('status', choiceOf(statusClasses), oneOrMore(statusClasses)),
      methods: reader.read('method', choiceOf(requestMethods), oneOrMore(requestMethods)),
      path: reader.read('path', 'format', (text) => text),
      errorCode: reader.read('errorCode', 'format', (text) => text.trim().toLowerCase()),
      actorId: reader.read('keyId', 'format', uuid),
      actorKinds: reader.read('actorKind', choiceOf(requestActors), oneOrMore(requestActors)),
      requestId: reader.read('requestId', 'format', uuid),
      after: reader.read('cursor', 'cursor', byStart.read),
      ...periodFrom(reader),
    })),
  async find({ sql, clock }, { holder }, { limit, after, offset: _, ...filter }) {
    const since = shownSince(clock.now())
    const { rows, end } = await requestPage(
      sql,
      holder.account.id,
      { ...filter, since },
      { limit, ...defined({ after }) },
    )
    return { rows, nextCursor: end ? byStart.text(end) : null }
  },
  cursor: (last) => byStart.text(last),
  render,
})

export const getRequest = accountEndpoint({
  summary: 'Ver uma requisição com os seus corpos, sem dados sensíveis',
  description: 'O id é o X-Request-Id da resposta.',
  answer: envelopeOf(LoggedRequestDetail),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const since = shownSince(app.clock.now())
    const id = idFrom(request)
    const found = await requestById(app.sql, request.holder.account.id, { id, since })
    if (!found) throw new Rejection('not-found')
    const { requestBody, responseBody } = found
    return {
      message: { pt: 'Requisição encontrada.', en: 'Request found.' },
      data: {
        ...render(found),
        requestBody: requestBody === null ? null : (JSON.parse(requestBody) as unknown),
        responseBody: responseBody === null ? null : (JSON.parse(responseBody) as unknown),
      },
    }
  },
})

function render(request: LoggedRequest): LoggedRequestWire {
  const { id, at, method, route, path, status, errorCode, durationMs, idempotencyKey } = request
  return {
    id,
    at: at.toISOString(),
    method,
    route,
    path,
    status,
    errorCode,
    actor: { kind: request.actorKind, id: request.actorId, name: request.actorName },
    durationMs,
    idempotencyKey,
  }
}

const uuid = (text: string): string | undefined => (isUuid(text) ? text.toLowerCase() : undefined)
