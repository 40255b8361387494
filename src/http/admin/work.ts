import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import { ListStuckQuery, StuckWorkWire, stuckKinds, WorkQueueWire } from '../../../contract/work.ts'
import { operatorScope } from '../../audit-log/audit-entry.ts'
import { mostCounted, type StuckPlace } from '../../db/queue-load.ts'
import { isUuid } from '../../primitives/id.ts'
import { stuckAdvice } from '../../worker/stuck-advice.ts'
import { type KindLoad, type StuckWork, stuckWork, workLoads } from '../../worker/work-overview.ts'
import { endpoint } from '../request/endpoint.ts'
import { listEndpoint } from '../request/list-endpoint.ts'
import { cursorOf } from '../request/list-page.ts'
import { choiceOf, oneOrMore, type Query, readList } from '../request/list-query.ts'
import type { Language } from '../request/validation.ts'

export const getWork = endpoint({
  summary: 'Ver o trabalho que espera: cada fila, o que venceu, o mais antigo e o próximo',
  description: `Contagens param em ${mostCounted}. Um vencimento de minutos atrás quer dizer que faltam workers, ou que um provedor não responde.`,
  answer: envelopeOf(Type.Array(WorkQueueWire)),
  async handle({ app }) {
    const data = (await workLoads(app)).map(renderLoad)
    return { message: { pt: 'Trabalho que espera.', en: 'Work that waits.' }, data }
  },
})

export const listStuckWork = listEndpoint({
  summary: 'Listar o que não anda, e o que fazer com cada item',
  description:
    'Sem sucesso há mais tempo que o normal: vendas 15 min, saques 30 min, devoluções e endereços de webhook 1 h, remoções de domínio 1 dia, e-mails e disputas 5 tentativas. Na ordem em que o worker tenta de novo: um item que ele pega vai para o fim. Uma página pode vir curta ou vazia, com um nextCursor.',
  query: ListStuckQuery,
  item: StuckWorkWire,
  message: { pt: 'Trabalho que não anda.', en: 'Work that is stuck.' },
  read: (query) => readStuckQuery(query),
  async find(app, _, wanted) {
    const { items, end } = await stuckWork(app, wanted)
    return { rows: items, nextCursor: end ? byNextTurn.text(end) : null }
  },
  cursor: (last) => byNextTurn.text(last),
  render: (item, _, { language }) => renderStuck(item, language),
})

export const counted = (count: number) => ({ count, isMore: count >= mostCounted })

export const renderLoad = ({
  kind,
  due,
  oldestDueAt,
  oldest,
  inHand,
  nextDueAt,
}: KindLoad): WorkQueueWire => ({
  kind,
  due: counted(due),
  oldestDueAt: oldestDueAt?.toISOString() ?? null,
  oldest: oldest && { ...oldest, accountId: ofAccount(oldest.accountId) },
  inHand: inHand === null ? null : counted(inHand),
  nextDueAt: nextDueAt?.toISOString() ?? null,
})

const renderStuck = (
  { dueAt, subId: _, accountId, since, ...item }: StuckWork,
  language: Language,
): StuckWorkWire => ({
  ...item,
  accountId: ofAccount(accountId),
  since: since.toISOString(),
  nextAt: new Date(dueAt).toISOString(),
  advice: stuckAdvice[item.kind][language],
})

const ofAccount = (accountId: string | null): string | null =>
  accountId === operatorScope ? null : accountId

const byNextTurn = cursorOf<StuckPlace>(
  ({ dueAt, accountId, id, subId }) => [dueAt, accountId, id, subId],
  (dueAt = '', accountId = '', id = '', subId = '') =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(dueAt) &&
    !Number.isNaN(Date.parse(dueAt)) &&
    isUuid(accountId) &&
    isUuid(id) &&
    (subId === '' || isUuid(subId))
      ? { dueAt, accountId, id, subId }
      : undefined,
)

const readStuckQuery = (sent: Query) =>
  readList(ListStuckQuery, sent, ({ read }) => ({
    kinds: read('kind', choiceOf(stuckKinds), oneOrMore(stuckKinds)),
    after: read('cursor', 'cursor', byNextTurn.read),
  }))
