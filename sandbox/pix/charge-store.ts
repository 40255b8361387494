import type { DatabaseSync } from 'node:sqlite'
import type { Charge, ChargeContent, ChargeStatus } from './charge.ts'

export interface ChargeFilter {
  readonly from: Date
  readonly to: Date
  readonly status?: string
  /** CPF or CNPJ of the debtor. */
  readonly document?: string
  readonly limit: number
  readonly offset: number
}

/** All SQL about charges. */
export function openChargeStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pix_charges (
      location_id integer primary key,
      txid text not null unique,
      location_token text not null unique,
      location text not null,
      status text not null,
      revision integer not null,
      created_at integer not null,
      visible_at integer not null,
      content text not null
    ) strict;
    create index if not exists pix_charges_created on pix_charges (created_at);
    create table if not exists pix_charge_revisions (
      txid text not null,
      revision integer not null,
      status text not null,
      content text not null,
      primary key (txid, revision)
    ) strict, without rowid;
  `)
  const insert = db.prepare(`
    insert into pix_charges (txid, location_token, location, status, revision, created_at,
      visible_at, content)
    values (?, ?, ?, 'ATIVA', 0, ?, ?, ?)`)
  const byTxid = db.prepare('select * from pix_charges where txid = ?')
  const byToken = db.prepare('select * from pix_charges where location_token = ?')
  const keepRevision = db.prepare(`
    insert into pix_charge_revisions (txid, revision, status, content)
    select txid, revision, status, content
    from pix_charges
    where txid = ?`)
  const revise = db.prepare(
    'update pix_charges set revision = revision + 1, status = ?, content = ? where txid = ?',
  )
  const complete = db.prepare(
    `update pix_charges set status = 'CONCLUIDA' where txid = ? and status = 'ATIVA'`,
  )
  const revisionOf = db.prepare(
    'select status, content from pix_charge_revisions where txid = ? and revision = ?',
  )
  const filter = `created_at between ? and ? and (? is null or status = ?)
    and (? is null or coalesce(content ->> '$.devedor.cpf', content ->> '$.devedor.cnpj') = ?)`
  const list = db.prepare(`
    select * from pix_charges
    where ${filter}
    order by created_at, location_id
    limit ? offset ?`)
  const count = db.prepare(`select count(*) as n from pix_charges where ${filter}`)
  const conditions = ({ from, to, ...filter }: ChargeFilter) => {
    const [status, document] = [filter.status ?? null, filter.document ?? null]
    return [from.getTime(), to.getTime(), status, status, document, document] as const
  }

  return {
    /** A new charge, active, revision 0. */
    add(
      charge: Pick<
        Charge,
        'txid' | 'locationToken' | 'location' | 'createdAt' | 'visibleAt' | 'content'
      >,
    ): Charge {
      const { txid, locationToken, location, createdAt, visibleAt, content } = charge
      const { lastInsertRowid } = insert.run(
        txid,
        locationToken,
        location,
        createdAt.getTime(),
        visibleAt.getTime(),
        JSON.stringify(content),
      )
      return { ...charge, status: 'ATIVA', revision: 0, locationId: Number(lastInsertRowid) }
    },
    find: (txid: string): Charge | undefined => chargeFrom(byTxid.get(txid)),
    findByToken: (token: string): Charge | undefined => chargeFrom(byToken.get(token)),
    /** Replaces content and status; the old revision stays readable. */
    revise(charge: Charge, status: ChargeStatus, content: ChargeContent): Charge {
      keepRevision.run(charge.txid)
      revise.run(status, JSON.stringify(content), charge.txid)
      return { ...charge, status, content, revision: charge.revision + 1 }
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

function chargeFrom(row: Record<string, unknown> | undefined): Charge | undefined {
  if (!row) return undefined
  return {
    txid: String(row.txid),
    status: statusFrom(row.status),
    revision: Number(row.revision),
    createdAt: new Date(Number(row.created_at)),
    content: JSON.parse(String(row.content)),
    locationId: Number(row.location_id),
    locationToken: String(row.location_token),
    location: String(row.location),
    visibleAt: new Date(Number(row.visible_at)),
  }
}

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
