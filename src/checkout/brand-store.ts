import type { LogoType } from '../../contract/logo.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import type { Brand } from './brand.ts'

/** Without the bytes of the logo. An account that chose nothing has an empty brand. */
export async function brandOf(sql: Queryable, accountId: string): Promise<Brand> {
  const rows = await sql<Row[]>`${select(sql)} where account_id = ${accountId}`
  return rows.map(brandFrom)[0] ?? {}
}

/** The same, locked until the end of the transaction, so that two changes do not overlap. */
export async function lockBrand(tx: Queryable, accountId: string, now: Date): Promise<Brand> {
  await tx`
    insert into account_brands (account_id, updated_at) values (${accountId}, ${now})
    on conflict do nothing`
  const rows = await tx<Row[]>`${select(tx)} where account_id = ${accountId} for update`
  return rows.map(brandFrom)[0] ?? {}
}

/** `bytes`: of the logo. Left out: they stay as they are. */
export async function updateBrand(
  tx: Queryable,
  accountId: string,
  { name, color, logo, updatedAt }: Brand,
  bytes?: Buffer,
): Promise<void> {
  const kept = logo && !bytes
  await tx`
    update account_brands
    set name = ${name ?? null}, color = ${color ?? null}, logo_type = ${logo?.type ?? null},
      logo_digest = ${logo?.digest ?? null}, updated_at = ${updatedAt ?? null},
      logo = case when ${kept ?? false} then logo else ${bytes ?? null}::bytea end
    where account_id = ${accountId}`
}

export async function logoOf(
  sql: Sql,
  accountId: string,
): Promise<{ readonly type: LogoType; readonly bytes: Buffer } | undefined> {
  const [row] = await sql<{ type: LogoType; bytes: Buffer }[]>`
    select logo_type as type, logo as bytes from account_brands
    where account_id = ${accountId} and logo is not null`
  return row
}

interface Row {
  readonly name: string | null
  readonly color: string | null
  readonly type: LogoType | null
  readonly digest: string | null
  readonly updatedAt: Date
}

const select = (sql: Queryable) => sql`
  select name, color, logo_type as type, logo_digest as digest, updated_at as "updatedAt"
  from account_brands`

const brandFrom = ({ name, color, type, digest, updatedAt }: Row): Brand => ({
  ...(name !== null && { name }),
  ...(color !== null && { color }),
  ...(type !== null && digest !== null && { logo: { type, digest } }),
  updatedAt,
})
