import { randomUUID } from 'node:crypto'
import { localDate } from '../../src/brazil/local-time.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { FileDay, FileDays } from '../settlement/files.ts'
import type { World } from '../world.ts'
import { holder } from './key-owner.ts'
import type { Report, ReportStore } from './report-store.ts'
import { recordTypes, type StatementRecord, statementText } from './statement-text.ts'

/** What the statements are made of. */
export interface Reports {
  readonly world: World
  readonly store: ReportStore
  readonly days: FileDays<StatementRecord>
}

/** The time from a request to the statement, ms. */
const processingMs = 30_000

/** `POST /v2/gn/relatorios/extrato-conciliacao`. The same request again is the same statement. */
export function requestReport({ world, store, days }: Reports, body: unknown): ApiResponse {
  const { dataMovimento, tipoRegistros, ...others } = fieldsOf(body)
  const now = world.now()
  const [other] = Object.keys(others)
  if (other !== undefined)
    return invalid(`.body.${other}`, 'não são permitidas propriedades adicionais')
  if (dataMovimento === undefined)
    return invalid('.body', 'deve ter a propriedade obrigatória dataMovimento')
  const day = readDay(dataMovimento)
  if (!day) return invalid('.body.dataMovimento', 'deve ser uma data')
  if (day >= localDate(now).toString())
    return problem(400, {
      type: 'ExtratoConciliacaoConsultaInvalida',
      title: 'Consulta inválida',
      detail: 'A data do extrato de conciliação deve ser anterior à data corrente',
    })
  const wanted = Object.entries(fieldsOf(tipoRegistros))
  const unknown = wanted.find(([name, is]) => !recordTypes.has(name) || typeof is !== 'boolean')
  if (unknown) return invalid(`.body.tipoRegistros.${unknown[0]}`, 'propriedade inválida')
  const types = wanted.flatMap(([name, is]) => (is === true ? [name] : [])).toSorted()
  if (types.length === 0) return invalid('.body', 'deve ter ao menos um tipo de registro')

  const existing = store.findAlike(day, types)
  const report = existing ?? { id: randomUUID(), day, types, requestedAt: now }
  if (!existing) store.add(report)
  const status = statusOf(world, days, report)
  return { status: 202, body: render(report, status), outcome: `requested:${status}` }
}

/** `GET /v2/gn/relatorios/{id}`: 202 until it is done, then its text. */
export function downloadReport({ world, store, days }: Reports, id: string): ApiResponse {
  const report = store.find(id)
  if (!report)
    return problem(404, {
      type: 'NaoEncontrado',
      title: 'Não encontrado',
      detail: 'Recurso não encontrado ou não pertence à conta autenticada',
    })
  const status = statusOf(world, days, report)
  if (status !== 'CONCLUIDO')
    return { status: 202, body: render(report, status), outcome: `found:${status}` }
  const lines = statementText(
    { number: '517613', holder: holder.name },
    { requestedOn: localDate(report.requestedAt).toString(), movement: report.day },
    recordsOf(days, report),
  )
  const text = [...days.pieces(lines)].join('')
  return { status: 200, body: {}, text, outcome: 'found:CONCLUIDO' }
}

/** A day before the first payment has an empty statement. */
function* recordsOf(days: FileDays<StatementRecord>, report: Report): Iterable<StatementRecord> {
  const day = fileDayOf(days, report)
  if (!day) return
  const types = new Set(report.types.map((name) => recordTypes.get(name)))
  for (const record of days.rows(day)) if (types.has(record.type)) yield record
}

function statusOf(world: World, days: FileDays<StatementRecord>, report: Report): string {
  const isReady = world.now().getTime() >= report.requestedAt.getTime() + processingMs
  if (!isReady) return 'AGUARDANDO_PROCESSAMENTO'
  return days.isHeldBack(Temporal.PlainDate.from(report.day)) ? 'EM_PROCESSAMENTO' : 'CONCLUIDO'
}

const fileDayOf = (days: FileDays<StatementRecord>, { day }: Report): FileDay | undefined =>
  days.find(Temporal.PlainDate.from(day))

const render = ({ id, requestedAt }: Report, status: string) => ({
  id,
  dataSolicitacao: requestedAt.toISOString(),
  status,
})

const invalid = (propriedade: string, razao: string): ApiResponse =>
  problem(400, {
    type: 'ExtratoConciliacaoConsultaInvalida',
    title: 'Consulta inválida',
    detail: 'Os parâmetros de consulta não respeitam o schema ou não fazem sentido semanticamente',
    violacoes: [{ razao, propriedade }],
  })

const problem = (
  status: number,
  {
    type,
    ...rest
  }: { readonly type: string; readonly title: string; readonly detail: string } & {
    readonly violacoes?: readonly object[]
  },
): ApiResponse => ({
  status,
  body: { type: `https://api-pix.gerencianet.com.br/v2/gn/${type}`, ...rest, status },
  outcome: `refused:${type}`,
})

function readDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined
  const at = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value) ? value : undefined
}
