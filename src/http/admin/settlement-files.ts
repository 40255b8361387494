import { ListFilesQuery, SettlementFileWire } from '../../../contract/reconciliation.ts'
import type { SettlementFile } from '../../reconciliation/file.ts'
import { filePage } from '../../reconciliation/file-store.ts'
import { listEndpoint } from '../request/list-endpoint.ts'
import { cursorOf, instantFrom } from '../request/list-page.ts'
import { type Query, readList } from '../request/list-query.ts'

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

export const renderFile = (file: SettlementFile): SettlementFileWire => ({
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
const byReading = cursorOf<{ readonly startedAt: Date; readonly name: string }>(
  ({ startedAt, name }) => [startedAt.getTime(), name],
  (time = '', ...words) => {
    const startedAt = instantFrom(time)
    return startedAt && words.length > 0 ? { startedAt, name: words.join(' ') } : undefined
  },
)

const readFilesQuery = (sent: Query) =>
  readList(ListFilesQuery, sent, ({ query, read }) => ({
    after: read('cursor', 'cursor', byReading.read),
    providerId: query.providerId,
  }))
