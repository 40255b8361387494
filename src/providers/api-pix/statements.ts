import { localDate } from '../../brazil/local-time.ts'
import { isSamePixKey } from '../../brazil/pix-key.ts'
import { centsFromReais } from '../../brazil/reais.ts'
import { dayMs } from '../../primitives/durations.ts'
import { fieldsOf, instantOf, list, stringOnly } from '../http/json-reader.ts'
import type {
  SettledChargeback,
  SettledRefund,
  SettledSale,
  SettlementFiles,
  UnreadableRow,
} from '../ports/settlement-file.ts'
import { openDailyStatements, type StatementDay } from '../statement/daily-statements.ts'
import { unreadable } from '../statement/unreadable.ts'
import { matchReturns } from './claims.ts'
import { listInfractions } from './list-infractions.ts'
import { listPages } from './list-pages.ts'
import { isMedNature, readPix } from './read-pix.ts'
import type { Session } from './session.ts'
import type { ApiPixSettings } from './settings.ts'

/**
 * A refund can come 90 days after the Pix, a return by the bank (MED) 91. The list is ordered by
 * the date of the Pix.
 */
const lookBackMs = 100 * dayMs

/** `GET /pix` is the statement of every bank with API Pix: what arrived, and what went back. */
export const openStatements = (session: Session, settings: ApiPixSettings): SettlementFiles =>
  openDailyStatements({
    merchant: settings.chave,
    async rows(day, signal) {
      const received = await listPix(session, { from: day.from, to: day.to }, signal)
      const from = new Date(day.from.getTime() - lookBackMs)
      const also = { devolucaoPresente: 'true' }
      const returned = await listPix(session, { from, to: day.to, also }, signal)
      const isOfOtherKey = (item: unknown) => {
        const key = stringOnly(fieldsOf(item).chave)
        return key !== undefined && !isSamePixKey(key, settings.chave)
      }
      // A Pix without txid pays no charge of ours.
      const mayBeOurs = (item: unknown) => !isOfOtherKey(item) || !!stringOnly(fieldsOf(item).txid)
      const marked = (item: unknown, row: PixRow): PixRow =>
        isOfOtherKey(item) && row.kind !== 'unreadable' ? { ...row, isOfOtherKey: true } : row
      const caseOf = await caseNames(session, settings, { day, items: returned }, signal)
      return [
        ...received.filter(mayBeOurs).map((item) => marked(item, saleOf(item))),
        ...returned
          .filter(mayBeOurs)
          .flatMap((item) => returnsOf(item, day, caseOf).map((row) => marked(item, row))),
      ]
    },
  })

type Items = readonly unknown[]
type PixRow = SettledSale | SettledRefund | SettledChargeback | UnreadableRow

async function listPix(
  session: Session,
  span: { from: Date; to: Date; also?: Readonly<Record<string, string>> },
  signal: AbortSignal,
): Promise<Items> {
  const listing = await listPages(session, { path: '/pix', field: 'pix', ...span }, signal)
  if (!listing.ok) throw listing.cause
  return listing.items
}

function saleOf(item: unknown): PixRow {
  const { endToEndId, txid, valor, horario } = fieldsOf(item)
  const [gross, at] = [centsFromReais(stringOnly(valor) ?? ''), instantOf(horario)]
  if (typeof endToEndId !== 'string' || !gross || !at)
    return unreadable('um PIX da lista não pôde ser lido')
  return {
    kind: 'sale',
    // A Pix without txid pays no charge of ours.
    reference: stringOnly(txid) || endToEndId,
    providerReference: endToEndId,
    gross,
    installments: 1,
    date: localDate(at).toString(),
  }
}

/** What went back of one Pix on the day. */
function returnsOf(
  item: unknown,
  day: StatementDay,
  caseOf: (returnId: string) => string,
): readonly PixRow[] {
  const { endToEndId, devolucoes } = fieldsOf(item)
  return list(devolucoes)
    .map(fieldsOf)
    .filter((each) => each.status === 'DEVOLVIDO' && isOfDay(each, day))
    .map(({ id, rtrId, valor, natureza }): PixRow => {
      const amount = centsFromReais(stringOnly(valor) ?? '')
      const [refundId, returnId] = [stringOnly(id), stringOnly(rtrId)]
      if (typeof endToEndId !== 'string' || !amount || !refundId || !returnId)
        return unreadable('uma devolução da lista não pôde ser lida')
      const row = { providerReference: endToEndId, amount, date: day.date }
      return isMedNature(natureza)
        ? { kind: 'chargeback', caseId: caseOf(returnId), reason: natureza, ...row }
        : { kind: 'refund', refundId, ...row }
    })
}

/** A devolução counts on the day of its settlement. Some banks leave out the time of it. */
function isOfDay({ horario }: ReturnType<typeof fieldsOf>, { from, to }: StatementDay): boolean {
  const { liquidacao, solicitacao } = fieldsOf(horario)
  const at = instantOf(liquidacao) ?? instantOf(solicitacao)
  return at !== undefined && at >= from && at <= to
}

/**
 * The names of the disputes that returns by the bank belong to: the infraction where the bank has
 * one, else the return itself.
 */
async function caseNames(
  session: Session,
  { infractions }: ApiPixSettings,
  { day, items }: { readonly day: StatementDay; readonly items: Items },
  signal: AbortSignal,
): Promise<(returnId: string) => string> {
  const names = new Map<string, string>()
  const pix = items.flatMap((item) => readPix(item) ?? []).filter(({ returns }) => returns.length)
  if (infractions && pix.length > 0) {
    const span = {
      from: new Date(day.from.getTime() - lookBackMs),
      to: new Date(day.to.getTime() + dayMs),
    }
    const listing = await listInfractions(session, span, signal)
    if (listing.kind === 'unknown') throw listing.cause
    const announced = Map.groupBy(listing.infractions, ({ endToEndId }) => endToEndId)
    for (const each of pix)
      for (const [id, returns] of matchReturns(each, announced.get(each.endToEndId) ?? []))
        for (const { returnId } of returns) names.set(returnId, id)
  }
  return (returnId) => names.get(returnId) ?? returnId
}
