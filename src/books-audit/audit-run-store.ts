import type { Queryable, Sql } from '../db/pool.ts'

/** The result of the last completed audit of the open day. */
export interface AuditRun {
  readonly auditedAt: Date
  readonly breaches: number
  /** Its age, by the database's clock. */
  readonly ageSeconds: number
}

/** Returns true in one of all processes, once in `periodMs`. That process runs the audit. */
export async function claimAuditRun(sql: Sql, periodMs: number): Promise<boolean> {
  const rows = await sql`
    insert into ledger_samples as s (claimed_at, sampled_at, breaches) values (now(), now(), 0)
    on conflict (only_row) do update set claimed_at = now()
      where s.claimed_at <= now() - ${periodMs} * interval '1 millisecond'
    returning only_row`
  return rows.length > 0
}

export async function storeAuditRun(sql: Sql, breaches: number): Promise<void> {
  await sql`update ledger_samples set sampled_at = now(), breaches = ${breaches}`
}

export async function lastAuditRun(sql: Queryable): Promise<AuditRun | undefined> {
  const [row] = await sql<AuditRun[]>`
    select sampled_at as "auditedAt", breaches,
      extract(epoch from now() - sampled_at)::float8 as "ageSeconds"
    from ledger_samples`
  return row
}
