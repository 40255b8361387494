import type { DatabaseSync } from 'node:sqlite'
import type { Charge, ChargeKind, ChargeStatus, ContentOf } from './charge.ts'
import type { LocationStore } from './location-store.ts'

export interface ChargeFilter {
  readonly kind: ChargeKind
  readonly from: Date
  readonly to: Date
  readonly status?: string
  /** CPF or CNPJ of the debtor. */
  readonly document?: string
  readonly hasLocation?: boolean
  readonly limit: number
  readonly offset: number
}

/** All SQL about charges. A txid belongs to one charge, of either kind. */
export function openChargeStore(db: DatabaseSync, locations: LocationStore) {
  db.exec(`
    create table if not exists pix_cobs (
      txid text primary key,
      kind text not null,
      status text not null,
      revision integer not null,
      created_at integer not null,
      visible_at integer not null,
      content text not null
    ) strict;
    create index if not exists pix_cobs_created on pix_cobs (kind, created_at);
    create table if not exists pix_cob_revisions (
      txid text not null,
      revision integer not null,
      status text not null,
      content text not null,
      primary key (txid, revision)
    ) strict, without rowid;
  `)
  const insert = db.prepare(`
    insert into pix_cobs (txid, kind, status, revision, created_at, visible_at, content)
    values (?, ?, 'ATIVA', 0, ?, ?, ?)`)
  const byTxid = db.prepare('select * from pix_cobs where txid = ?')
  const keepRevision = db.prepare(`
    insert into pix_cob_revisions (txid, revision, status, content)
    select txid, revision, status, content
    from pix_cobs
    where txid = ?`)
  const revise = db.prepare(
    'update pix_cobs set revision = revision + 1, status = ?, content = ? where txid = ?',
  )
  const complete = db.prepare(
    `update pix_cobs set status = 'CONCLUIDA' where txid = ? and status = 'ATIVA'`,
  )
  const revisionOf = db.prepare(
    'select status, content from pix_cob_revisions where txid = ? and revision = ?',
  )
  const filter = `kind = ? and created_at between ? and ? and (? is null or status = ?)
    and (? is null or coalesce(content ->> '$.devedor.cpf', content ->> '$.devedor.cnpj') = ?)
    and (? is null or ? = exists (select 1 from pix_locations l where l.txid = pix_cobs.txid))`
  const list = db.prepare(`
    select * from pix_cobs
    where ${filter}
    order by created_at, rowid
    limit ? offset ?`)
  const count = db.prepare(`select count(*) as n from pix_cobs where ${filter}`)
  const conditions = ({ kind, from, to, ...filter }: ChargeFilter) => {
    const [status, document] = [filter.status ?? null, filter.document ?? null]
    const located = filter.hasLocation === undefined ? null : Number(filter.hasLocation)
    const span = [kind, from.getTime(), to.getTime()] as const
    return [...span, status, status, document, document, located, located] as const
  }
  const chargeFrom = (row: Record<string, unknown> | undefined): Charge | undefined => {
    if (!row) return undefined
    const location = locations.ofCharge(String(row.txid))
    return {
      kind: String(row.kind),
      txid: String(row.txid),
      status: statusFrom(row.status),
      revision: Number(row.revision),
      createdAt: new Date(Number(row.created_at)),
      content: JSON.parse(String(row.content)),
      ...(location && { location }),
      visibleAt: new Date(Number(row.visible_at)),
    } as Charge
  }

  return {
    /** A new charge, active, revision 0. */
    add<Kind extends ChargeKind>(
      charge: Pick<Charge<Kind>, 'kind' | 'txid' | 'createdAt' | 'visibleAt' | 'content'>,
    ): void {
      const { txid, kind, createdAt, visibleAt, content } = charge
      const times = [createdAt.getTime(), visibleAt.getTime()] as const
      insert.run(txid, kind, ...times, JSON.stringify(content))
    },
    find: (txid: string): Charge | undefined => chargeFrom(byTxid.get(txid)),
    /** Replaces content and status; the old revision stays readable. */
    revise<Kind extends ChargeKind>(
      { txid }: Charge<Kind>,
      status: ChargeStatus,
      content: ContentOf<Kind>,
    ): void {
      keepRevision.run(txid)
      revise.run(status, JSON.stringify(content), txid)
    },
    /** A payment ends the charge. It is not a revision. */
    complete: (txid: string): void => {
      complete.run(txid)
    },
    /** The charge as it stood at a revision. */
    atRevision(charge: Charge, revision: number): Charge | undefined {
      if (revision === charge.revision) return charge
      const row = revisionOf.get(charge.txid, revision)
      if (!row) return undefined
      return {
        ...charge,
        revision,
        status: statusFrom(row.status),
        content: JSON.parse(String(row.content)),
      }
    },
    list: (wanted: ChargeFilter): readonly Charge[] =>
      list
        .all(...conditions(wanted), wanted.limit, wanted.offset)
        .flatMap((row) => chargeFrom(row) ?? []),
    count: (wanted: ChargeFilter): number => Number(count.get(...conditions(wanted))?.n ?? 0),
  }
}

export type ChargeStore = ReturnType<typeof openChargeStore>

const statuses: readonly ChargeStatus[] = [
  'ATIVA',
  'CONCLUIDA',
  'REMOVIDA_PELO_USUARIO_RECEBEDOR',
  'REMOVIDA_PELO_PSP',
]

function statusFrom(value: unknown): ChargeStatus {
  const status = statuses.find((each) => each === value)
  if (!status) throw new Error(`not a status of a charge: ${value}`)
  return status
}
