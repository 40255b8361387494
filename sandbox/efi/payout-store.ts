import type { DatabaseSync } from 'node:sqlite'

export type PayoutStatus = 'EM_PROCESSAMENTO' | 'REALIZADO' | 'NAO_REALIZADO'

/** A PIX that the bank was requested to send. Amount in cents. */
export interface SentPayout {
  readonly idEnvio: string
  readonly endToEndId: string
  readonly amount: number
  /** Empty: to an account. */
  readonly key: string
  readonly account: SentAccount | null
  /** The dynamic BR Code that it pays. */
  readonly code: string | null
  readonly info: string | null
  readonly ownerName: string
  readonly ownerDocument: string
  readonly status: PayoutStatus
  readonly requestedAt: Date
  readonly decidedAt: Date | null
  /** Set by the fault `visible-late`: queries do not find the payout before this instant. */
  readonly visibleAt: Date
}

/** `contaBanco`, without the holder. */
export interface SentAccount {
  readonly codigoBanco: string
  readonly agencia: string
  readonly conta: string
  readonly tipoConta: string
}

/** Money that was returned. */
export interface SentReturn {
  readonly rtrId: string
  readonly idEnvio: string
  readonly amount: number
  readonly at: Date
}

/** All SQL about sent payments. */
export function openPayoutStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists efi_payouts (
      id_envio text primary key,
      end_to_end_id text not null unique,
      amount integer not null,
      key text not null,
      info text,
      owner_name text not null,
      owner_document text not null,
      status text not null,
      requested_at integer not null,
      decided_at integer,
      visible_at integer not null,
      account text,
      code text
    ) strict;
    create index if not exists efi_payouts_by_time on efi_payouts (requested_at);
    create table if not exists efi_returns (
      rtr_id text primary key,
      id_envio text not null,
      amount integer not null,
      at integer not null
    ) strict;
    create index if not exists efi_returns_of on efi_returns (id_envio);
  `)
  for (const name of ['account', 'code']) addColumn(db, name)
  const insert = db.prepare(
    'insert into efi_payouts values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const byId = db.prepare('select * from efi_payouts where id_envio = ?')
  const byEndToEndId = db.prepare('select * from efi_payouts where end_to_end_id = ?')
  const between = db.prepare(`
    select * from efi_payouts
    where requested_at between ? and ?
    order by requested_at, id_envio
    limit ? offset ?`)
  const countBetween = db.prepare(
    'select count(*) as total from efi_payouts where requested_at between ? and ?',
  )
  const sum = db.prepare(`
    select coalesce(sum(amount), 0) as cents
    from efi_payouts
    where requested_at >= ?
      and status <> 'NAO_REALIZADO'`)
  const decide = db.prepare(
    'update efi_payouts set status = ?, decided_at = ? where id_envio = ? and decided_at is null',
  )
  const insertReturn = db.prepare('insert into efi_returns values (?, ?, ?, ?)')
  const returnsOf = db.prepare('select * from efi_returns where id_envio = ? order by at, rowid')
  return {
    add(payout: SentPayout): void {
      const { requestedAt, visibleAt } = payout
      const what = [
        payout.idEnvio,
        payout.endToEndId,
        payout.amount,
        payout.key,
        payout.info,
      ] as const
      const whose = [payout.ownerName, payout.ownerDocument, payout.status] as const
      const account = payout.account ? JSON.stringify(payout.account) : null
      const times = [requestedAt.getTime(), null, visibleAt.getTime()] as const
      insert.run(...what, ...whose, ...times, account, payout.code)
    },
    find: (idEnvio: string): SentPayout | undefined => payoutFrom(byId.get(idEnvio)),
    findByEndToEndId: (id: string): SentPayout | undefined => payoutFrom(byEndToEndId.get(id)),
    list: (
      from: Date,
      to: Date,
      { limit, offset }: { readonly limit: number; readonly offset: number },
    ): readonly SentPayout[] =>
      between
        .all(from.getTime(), to.getTime(), limit, offset)
        .flatMap((row) => payoutFrom(row) ?? []),
    count: (from: Date, to: Date): number =>
      Number(countBetween.get(from.getTime(), to.getTime())?.total ?? 0),
    /** The sum sent since an instant, in cents. */
    sentSince: (from: Date): number => Number(sum.get(from.getTime())?.cents ?? 0),
    /** Returns false if it was decided before. */
    decide: (idEnvio: string, status: PayoutStatus, at: Date): boolean =>
      decide.run(status, at.getTime(), idEnvio).changes > 0,
    addReturn: ({ rtrId, idEnvio, amount, at }: SentReturn): void => {
      insertReturn.run(rtrId, idEnvio, amount, at.getTime())
    },
    returnsOf: (idEnvio: string): readonly SentReturn[] =>
      returnsOf.all(idEnvio).map((row) => ({
        rtrId: String(row.rtr_id),
        idEnvio,
        amount: Number(row.amount),
        at: new Date(Number(row.at)),
      })),
  }
}

export type PayoutStore = ReturnType<typeof openPayoutStore>

/** The state of a sandbox of before has no such column. */
function addColumn(db: DatabaseSync, column: string): void {
  const columns = db.prepare("select name from pragma_table_info('efi_payouts')").all()
  if (!columns.some(({ name }) => name === column))
    db.exec(`alter table efi_payouts add column ${column} text`)
}

function payoutFrom(row: Record<string, unknown> | undefined): SentPayout | undefined {
  if (!row) return undefined
  return {
    idEnvio: String(row.id_envio),
    endToEndId: String(row.end_to_end_id),
    amount: Number(row.amount),
    key: String(row.key),
    account: row.account === null ? null : JSON.parse(String(row.account)),
    code: row.code === null ? null : String(row.code),
    info: row.info === null ? null : String(row.info),
    ownerName: String(row.owner_name),
    ownerDocument: String(row.owner_document),
    status: statuses.find((each) => each === row.status) ?? 'EM_PROCESSAMENTO',
    requestedAt: new Date(Number(row.requested_at)),
    decidedAt: row.decided_at === null ? null : new Date(Number(row.decided_at)),
    visibleAt: new Date(Number(row.visible_at)),
  }
}

const statuses: readonly PayoutStatus[] = ['EM_PROCESSAMENTO', 'REALIZADO', 'NAO_REALIZADO']
