import type { Queryable } from '../../src/db/pool.ts'

/**
 * From the next `analyze`, PostgreSQL expects two rows of an account in each table, as where nearly
 * all accounts are small. A plan that reads a whole account looks cheap then. Not on Citus, which
 * does not say what it read either.
 */
export async function expectSmallAccounts(sql: Queryable): Promise<void> {
  if (sql.shards !== undefined) return
  const tables = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where a.attname = 'account_id' and c.relkind in ('r', 'p')
      and c.relnamespace = 'public'::regnamespace`
  for (const { name } of tables)
    await sql`
      alter table ${sql(name)}
      alter column account_id set (n_distinct = -0.5, n_distinct_inherited = -0.5)`
}
