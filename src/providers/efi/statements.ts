import { localDate } from '../../brazil/local-time.ts'
import { readProblem } from '../http/bank-problem.ts'
import { instantOf, parseRecord, text } from '../http/json-reader.ts'
import { addressOf, mutualTls } from '../http/provider-client.ts'
import type { SettlementFiles, SettlementListing } from '../ports/settlement-file.ts'
import { SettlementFileBroken } from '../statement/broken.ts'
import { DownloadRefused, openDownloads } from '../statement/download-client.ts'
import { dayOfStatement, statementDays, statementName } from '../statement/statement-days.ts'
import { readStatement } from './read-statement.ts'
import type { Session } from './session.ts'
import type { EfiSettings } from './settings.ts'

/** The record types of the statement that are about money we sent. */
const recordTypes = {
  pixEnviadoChave: true,
  pixEnviadoDadosBancarios: true,
  estornoPixEnviado: true,
  pixDevolucaoRecebida: true,
}

/** The most days requested in one listing. */
const daysAtOnce = 92

/** Later days wait this many days for one that is not done. After that it counts as missing. */
const daysWaitedFor = 7

/** How long a requested statement may wait before its day counts as late, ms. */
const queueMs = 3_600_000

/**
 * Efí's statement for conciliation. A listing requests the statement of each day and returns the
 * days that are done: the same request again returns the same statement. A day that Efí does not
 * make within a week is left out while it is not done.
 */
export function openStatements(
  session: Session,
  settings: EfiSettings,
): SettlementFiles & { close(): Promise<void> } {
  const { origin, basePath } = addressOf(settings.baseUrl)
  const downloads = openDownloads({ origin, tls: mutualTls(settings) })
  /** The ids of statements that are done, by day. They stay as they are. */
  const done = new Map<string, string>()

  async function reportOf(day: string, signal: AbortSignal): Promise<Report> {
    const id = done.get(day)
    if (id !== undefined) return { kind: 'requested', id, isDone: true, waitsSince: undefined }
    const report = await requestReport(session, day, signal)
    if (report.kind === 'requested' && report.isDone) {
      done.set(day, report.id)
      for (const oldest of done.keys()) if (done.size > 2 * daysAtOnce) done.delete(oldest)
    }
    return report
  }

  async function* download(id: string, signal: AbortSignal) {
    const path = `${basePath}/v2/gn/relatorios/${encodeURIComponent(id)}`
    const get = async () => {
      const authorization = await session.authorization(signal)
      return { authorization, body: downloads.get({ path, headers: { authorization }, signal }) }
    }
    const first = await get()
    try {
      yield* first.body
    } catch (cause) {
      if (!(cause instanceof DownloadRefused)) throw cause
      if (cause.status === 202) throw new SettlementFileBroken('the statement is not done')
      if (cause.status !== 401) throw cause
      session.refused(first.authorization)
      yield* (await get()).body
    }
  }

  return {
    async list(wanted, signal): Promise<SettlementListing> {
      const days = statementDays(wanted)
      const names: string[] = []
      let firstUndone: Requested | undefined
      const firstWaitedFor = localDate(wanted.now).subtract({ days: daysWaitedFor }).toString()
      for (const day of days.slice(0, daysAtOnce)) {
        const report = await reportOf(day, signal)
        if (day < firstWaitedFor && isUnmade(report, wanted.now)) continue
        if (report.kind === 'unknown') return report
        // A later day waits for an earlier one, which would count as missing.
        if (!report.isDone) firstUndone ??= report
        if (!firstUndone) names.push(statementName(day))
      }
      const hasMore = firstUndone ? isQueued(firstUndone, wanted.now) : days.length > daysAtOnce
      return { kind: 'listed', names, hasMore }
    },
    async *read(name, signal) {
      const day = dayOfStatement(name)
      const report = await reportOf(day, signal)
      if (report.kind === 'unknown') throw report.cause
      if (!report.isDone) throw new SettlementFileBroken('the statement is not done')
      const payoutOf = (endToEndId: string) => findPayoutId(session, endToEndId, signal)
      try {
        yield* readStatement(download(report.id, signal), { day, payoutOf })
      } catch (cause) {
        done.delete(day) // It is requested again, in case Efí has removed it.
        throw cause
      }
    },
    close: () => downloads.close(),
  }
}

interface Requested {
  readonly kind: 'requested'
  readonly id: string
  readonly isDone: boolean
  /** When it was requested first, if it still waits to be made. */
  readonly waitsSince: Date | undefined
}

type Report =
  | Requested
  /** `isAnswered`: Efí responded, without a statement. */
  | { readonly kind: 'unknown'; readonly cause: Error; readonly isAnswered: boolean }

/** Whether Efí responded that there is no statement, and not because it is still to be made. */
const isUnmade = (report: Report, now: Date): boolean =>
  report.kind === 'unknown' ? report.isAnswered : !report.isDone && !isQueued(report, now)

/** A statement that was just requested is not late: the next listing finds it done. */
const isQueued = ({ waitsSince }: Requested, now: Date): boolean =>
  waitsSince !== undefined && now.getTime() - waitsSince.getTime() < queueMs

async function requestReport(session: Session, day: string, signal: AbortSignal): Promise<Report> {
  const answer = await session.ask({
    method: 'POST',
    path: '/v2/gn/relatorios/extrato-conciliacao',
    body: { dataMovimento: day, tipoRegistros: recordTypes },
    signal,
  })
  if (answer.kind !== 'answered')
    return {
      kind: 'unknown',
      cause: new Error(`Efí: call ${answer.kind}`, { cause: answer.cause }),
      isAnswered: false,
    }
  const { id, status, dataSolicitacao } = parseRecord(answer.text) ?? {}
  const reportId = text(id)
  if (answer.status < 200 || answer.status > 202 || reportId === undefined)
    return {
      kind: 'unknown',
      cause: new Error(`Efí answered ${answer.status} to a statement`),
      isAnswered: true,
    }
  return {
    kind: 'requested',
    id: reportId,
    isDone: status === 'CONCLUIDO',
    waitsSince: status === 'AGUARDANDO_PROCESSAMENTO' ? instantOf(dataSolicitacao) : undefined,
  }
}

/**
 * Our id of the payment with an EndToEndId. The statement has no id of ours where money came back.
 * `undefined`: the payment was not sent by us.
 */
async function findPayoutId(
  session: Session,
  endToEndId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const path = `/v2/gn/pix/enviados/${endToEndId}`
  const answer = await session.ask({ method: 'GET', path, signal })
  if (readProblem(answer)?.status === 404) return undefined
  const payout =
    answer.kind === 'answered' && answer.status === 200 ? parseRecord(answer.text) : undefined
  if (!payout) throw new Error('Efí did not return the payment of a statement')
  return text(payout.idEnvio)
}
