import type { DatabaseSync } from 'node:sqlite'
import { type Infraction, type InfractionStatus, isReason } from './infraction.ts'

type Span = { readonly from: Date; readonly to: Date }

/** All SQL about infractions. */
export function openInfractionStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pix_infractions (
      protocol integer primary key,
      id text not null unique,
      end_to_end_id text not null,
      amount integer not null,
      reason text not null,
      status text not null,
      opened_at integer not null,
      answer_by integer not null,
      defence text,
      decided_at integer,
      note text,
      return_id text,
      updated_at integer not null,
      due_at integer
    ) strict;
    create index if not exists pix_infractions_payment on pix_infractions (end_to_end_id);
    create index if not exists pix_infractions_opened on pix_infractions (opened_at);
    create index if not exists pix_infractions_due
    on pix_infractions (due_at)
    where due_at is not null;
  `)
  const insert = db.prepare(`
    insert into pix_infractions (id, end_to_end_id, amount, reason, status, opened_at, answer_by,
      updated_at, due_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const byId = db.prepare('select * from pix_infractions where id = ?')
  const ofPayment = db.prepare(
    'select * from pix_infractions where end_to_end_id = ? order by protocol',
  )
  const change = db.prepare(`
    update pix_infractions
    set status = ?, defence = ?, decided_at = ?, note = ?, return_id = ?, updated_at = ?, due_at = ?
    where id = ?`)
  const due = db.prepare(`
    select * from pix_infractions
    where due_at <= ?
    order by due_at, protocol
    limit 1000`)
  const list = db.prepare(`
    select * from pix_infractions
    where opened_at between ? and ?
    order by opened_at, protocol
    limit ? offset ?`)
  const count = db.prepare(
    'select count(*) as n from pix_infractions where opened_at between ? and ?',
  )

  return {
    add(fresh: Omit<Infraction, 'protocol'>): Infraction {
      const { id, endToEndId, amount, reason, status, openedAt, answerBy, updatedAt, dueAt } = fresh
      const times = [openedAt, answerBy, updatedAt].map((each) => each.getTime())
      const { lastInsertRowid } = insert.run(
        id,
        endToEndId,
        amount,
        reason,
        status,
        ...times,
        timeOf(dueAt),
      )
      return { ...fresh, protocol: Number(lastInsertRowid) }
    },
    find: (id: string): Infraction | undefined => infractionFrom(byId.get(id)),
    /** In the order they were opened. */
    ofPayment: (endToEndId: string): readonly Infraction[] =>
      ofPayment.all(endToEndId).flatMap((row) => infractionFrom(row) ?? []),
    /** Updates the columns that can change. */
    change({ id, status, defence, decidedAt, note, returnId, updatedAt, dueAt }: Infraction): void {
      const storedDefence = defence ? JSON.stringify(defence) : null
      const [decided, next] = [timeOf(decidedAt), timeOf(dueAt)]
      change.run(
        status,
        storedDefence,
        decided,
        note ?? null,
        returnId ?? null,
        updatedAt.getTime(),
        next,
        id,
      )
    },
    /** Infractions with work due by now, longest due first. */
    due: (now: Date): readonly Infraction[] =>
      due.all(now.getTime()).flatMap((row) => infractionFrom(row) ?? []),
    list: ({
      from,
      to,
      limit,
      offset,
    }: Span & { limit: number; offset: number }): readonly Infraction[] =>
      list
        .all(from.getTime(), to.getTime(), limit, offset)
        .flatMap((row) => infractionFrom(row) ?? []),
    count: ({ from, to }: Span): number => Number(count.get(from.getTime(), to.getTime())?.n ?? 0),
  }
}

export type InfractionStore = ReturnType<typeof openInfractionStore>

const timeOf = (at: Date | undefined): number | null => at?.getTime() ?? null
const statuses: readonly InfractionStatus[] = [
  'ABERTA',
  'EM_DEFESA',
  'ACEITA',
  'REJEITADA',
  'CANCELADA_EFI',
]

function infractionFrom(row: Record<string, unknown> | undefined): Infraction | undefined {
  if (!row) return undefined
  const status = statuses.find((each) => each === row.status)
  const reason = String(row.reason)
  if (!status || !isReason(reason)) throw new Error(`not an infraction: ${row.id}`)
  const at = (time: unknown) => (time === null ? undefined : new Date(Number(time)))
  const defence = row.defence === null ? undefined : JSON.parse(String(row.defence))
  const [decidedAt, dueAt] = [at(row.decided_at), at(row.due_at)]
  return {
    id: String(row.id),
    protocol: Number(row.protocol),
    endToEndId: String(row.end_to_end_id),
    amount: Number(row.amount),
    reason,
    status,
    openedAt: new Date(Number(row.opened_at)),
    answerBy: new Date(Number(row.answer_by)),
    updatedAt: new Date(Number(row.updated_at)),
    ...(defence && { defence: { ...defence, at: new Date(defence.at) } }),
    ...(decidedAt && { decidedAt }),
    ...(row.note !== null && { note: String(row.note) }),
    ...(row.return_id !== null && { returnId: String(row.return_id) }),
    ...(dueAt && { dueAt }),
  }
}
