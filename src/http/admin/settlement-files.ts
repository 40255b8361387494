import { envelopeOf } from '../../../contract/envelope.ts'
import {
  ListFilesQuery,
  ListLinesQuery,
  lineSelections,
  SettlementFileDetail,
  SettlementFileWire,
  SettlementLineWire,
} from '../../../contract/reconciliation.ts'
import { isUuid } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { SettlementFile } from '../../reconciliation/file.ts'
import {
  countCasesOf,
  type FileLine,
  type FilePlace,
  linePage,
} from '../../reconciliation/file-line-store.ts'
import { type FileCursor, fileById, filePage } from '../../reconciliation/file-store.ts'
import { endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { listEndpoint } from '../request/list-endpoint.ts'
import { cursorOf, instantFrom } from '../request/list-page.ts'
import { choiceOf, oneOrMore, type Query, readList } from '../request/list-query.ts'

export const listSettlementFiles = listEndpoint({
  summary: 'Listar os arquivos diários lidos dos provedores, do mais novo ao mais antigo',
  query: ListFilesQuery,
  item: SettlementFileWire,
  message: { pt: 'Arquivos dos provedores.', en: "Providers' files." },
  read: (query) => readFilesQuery(query),
  find: ({ sql }, _, wanted) => filePage(sql, wanted, wanted),
  cursor: (last) => byReading.text(last),
  render: (file) => renderFile(file),
})

export const getSettlementFile = endpoint({
  summary: 'Ver um arquivo de um provedor, e quantos casos ele abriu',
  answer: envelopeOf(SettlementFileDetail),
  rejections: ['not-found'],
  async handle({ app: { sql } }, request) {
    const file = await fileById(sql, idFrom(request))
    if (!file) throw new Rejection('not-found')
    const place = placeOf(file)
    return {
      message: { pt: 'Arquivo encontrado.', en: 'File found.' },
      data: {
        ...renderFile(file),
        ...(place ? await countCasesOf(sql, place) : { openCases: none, closedCases: none }),
        hasLines: place !== undefined,
      },
    }
  },
})

const none = { count: 0, isMore: false } as const

export const listSettlementLines = listEndpoint({
  summary: 'Listar as linhas de um arquivo, na ordem do arquivo: a que correspondem e os casos',
  query: ListLinesQuery,
  item: SettlementLineWire,
  message: { pt: 'Linhas do arquivo.', en: 'Lines of the file.' },
  read: (sent: Query) =>
    readList(ListLinesQuery, sent, ({ read }) => ({
      only: read('only', choiceOf(lineSelections), oneOrMore(lineSelections)),
      after: read('cursor', 'cursor', byLine.read),
    })),
  async find({ sql }, request, { limit, after, only }) {
    const file = await fileById(sql, idFrom(request))
    if (!file) throw new Rejection('not-found')
    const place = placeOf(file)
    if (!place) return []
    return linePage(sql, place, {
      limit,
      isWithCase: only !== undefined,
      ...(after !== undefined && { after }),
    })
  },
  cursor: ({ line }) => byLine.text(line),
  render: renderLine,
})

/** The place of the lines of a file. Undefined: the file is not compared, so no lines are kept. */
function placeOf({ providerId, sequence, status }: SettlementFile): FilePlace | undefined {
  const isRead = status === 'READING' || status === 'READ'
  return isRead && sequence !== undefined ? { providerId, sequence } : undefined
}

function renderLine({ accountId, objectType, objectId, ...line }: FileLine): SettlementLineWire {
  return {
    ...line,
    object:
      accountId !== null && objectType !== null && objectId !== null
        ? { accountId, type: objectType, id: objectId }
        : null,
  }
}

/** The position in the lines of a file. */
const byLine = cursorOf<number>(
  (line) => [line],
  (line = '') => (/^\d{1,9}$/.test(line) ? Number(line) : undefined),
)

export const renderFile = (file: SettlementFile): SettlementFileWire => ({
  id: file.id,
  providerId: file.providerId,
  name: file.name,
  status: file.status,
  sequence: file.sequence ?? null,
  date: file.date ?? null,
  merchant: file.merchant ?? null,
  rows: file.rows ?? null,
  sha256: file.sha256 ?? null,
  startedAt: file.startedAt.toISOString(),
  readAt: file.readAt?.toISOString() ?? null,
})

/** The position in a list of files. File names of a provider may contain spaces. */
const byReading = cursorOf<FileCursor>(
  ({ startedAt, id, name }) => [startedAt.getTime(), id, name],
  (time = '', id = '', ...words) => {
    const startedAt = instantFrom(time)
    return startedAt && isUuid(id) && words.length > 0
      ? { startedAt, id, name: words.join(' ') }
      : undefined
  },
)

const readFilesQuery = (sent: Query) =>
  readList(ListFilesQuery, sent, ({ query, read }) => ({
    after: read('cursor', 'cursor', byReading.read),
    providerId: query.providerId,
  }))
