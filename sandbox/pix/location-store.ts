import type { DatabaseSync } from 'node:sqlite'
import type { ChargeKind } from './charge.ts'

/** The address of a payload (`PayloadLocation`), with or without a charge. */
export interface Location {
  /** `loc.id`. */
  readonly id: number
  readonly kind: ChargeKind
  /** The unguessable end of the address. */
  readonly token: string
  /** Host and path, without the scheme. */
  readonly address: string
  readonly createdAt: Date
  /** The charge that it serves. */
  readonly txid?: string
}

export interface LocationFilter {
  readonly from: Date
  readonly to: Date
  readonly kind?: ChargeKind
  /** Whether it has a charge. */
  readonly isUsed?: boolean
  readonly limit: number
  readonly offset: number
}

/** All SQL about payload locations. A charge has one at most. */
export function openLocationStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pix_locations (
      id integer primary key,
      kind text not null,
      token text not null unique,
      address text not null,
      created_at integer not null,
      txid text unique
    ) strict`)
  const insert = db.prepare(
    'insert into pix_locations (kind, token, address, created_at) values (?, ?, ?, ?)',
  )
  const byId = db.prepare('select * from pix_locations where id = ?')
  const byToken = db.prepare('select * from pix_locations where token = ?')
  const byTxid = db.prepare('select * from pix_locations where txid = ?')
  const filter = `created_at between ? and ? and (? is null or kind = ?)
    and (? is null or ? = (txid is not null))`
  const list = db.prepare(
    `select * from pix_locations where ${filter} order by id limit ? offset ?`,
  )
  const count = db.prepare(`select count(*) as n from pix_locations where ${filter}`)
  const conditions = ({ from, to, isUsed, ...filter }: LocationFilter) => {
    const kind = filter.kind ?? null
    const used = isUsed === undefined ? null : Number(isUsed)
    return [from.getTime(), to.getTime(), kind, kind, used, used] as const
  }
  const unlink = db.prepare('update pix_locations set txid = null where txid = ?')
  const link = db.prepare('update pix_locations set txid = ? where id = ?')

  return {
    add({ kind, token, address, createdAt }: Omit<Location, 'id' | 'txid'>): Location {
      const { lastInsertRowid } = insert.run(kind, token, address, createdAt.getTime())
      return { id: Number(lastInsertRowid), kind, token, address, createdAt }
    },
    find: (id: number): Location | undefined => locationFrom(byId.get(id)),
    findByToken: (token: string): Location | undefined => locationFrom(byToken.get(token)),
    ofCharge: (txid: string): Location | undefined => locationFrom(byTxid.get(txid)),
    /** Gives the charge this location in place of the one it has. */
    link(id: number, txid: string): void {
      unlink.run(txid)
      link.run(txid, id)
    },
    unlink: (txid: string): void => {
      unlink.run(txid)
    },
    list: (wanted: LocationFilter): readonly Location[] =>
      list
        .all(...conditions(wanted), wanted.limit, wanted.offset)
        .flatMap((row) => locationFrom(row) ?? []),
    count: (wanted: LocationFilter): number => Number(count.get(...conditions(wanted))?.n ?? 0),
  }
}

export type LocationStore = ReturnType<typeof openLocationStore>

function locationFrom(row: Record<string, unknown> | undefined): Location | undefined {
  if (!row) return undefined
  return {
    id: Number(row.id),
    kind: row.kind === 'cobv' ? 'cobv' : 'cob',
    token: String(row.token),
    address: String(row.address),
    createdAt: new Date(Number(row.created_at)),
    ...(row.txid !== null && { txid: String(row.txid) }),
  }
}
