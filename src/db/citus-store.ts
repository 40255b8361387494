import { ConfigError } from '../primitives/config-error.ts'
import { groupTable, type PlacedTable, planCitus, type TableKeys } from './citus-plan.ts'
import { openPool, type Sql } from './pool.ts'

/**
 * Places every table of a migrated database that is not placed yet (docs/decisions/scale-out.md).
 * Run again after a migration that adds a table. Returns the tables placed now.
 * @throws ConfigError when the database has no Citus, or its cluster no worker
 */
export async function distributeTables(databaseUrl: string): Promise<PlacedTable[]> {
  const sql = openPool({
    url: databaseUrl,
    max: 1,
    applicationName: 'guiche-migrate',
    statementMs: 0,
  })
  try {
    await requireWorkers(sql)
    const plan = planCitus(await readTables(sql))
    const known = await placedTables(sql)
    const wanted = plan.filter(
      ({ name, placement }) => placement.kind !== 'local' && !known.has(name),
    )
    await allowTriggers(sql)
    await dropKeysToReferences(sql, plan)
    for (const table of wanted) await placeTable(sql, table)
    await copyFunctions(sql)
    return wanted
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** How many shards the tables of accounts have. Undefined: they are not distributed. */
export async function readShardCount(databaseUrl: string): Promise<number | undefined> {
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-shards' })
  try {
    if (!(await hasCitus(sql))) return undefined
    const [row] = await sql<{ shards: number }[]>`
      select shardcount as shards
      from pg_dist_partition join pg_dist_colocation using (colocationid)
      where logicalrelid = ${groupTable}::regclass`
    return row?.shards
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** Whether the database is one of a cluster of Citus. The library need not be loaded. */
export async function hasCitus(sql: Sql): Promise<boolean> {
  const [found] = await sql<{ isThere: boolean }[]>`
    select to_regclass('pg_catalog.pg_dist_partition') is not null as "isThere"`
  return found?.isThere ?? false
}

async function requireWorkers(sql: Sql): Promise<void> {
  if (!(await hasCitus(sql))) throw new ConfigError('citus-missing', {})
  const workers = await sql`select 1 from pg_dist_node where groupid <> 0 and isactive`
  if (workers.length === 0) throw new ConfigError('citus-without-workers', {})
}

/**
 * Our triggers read their own row, or a reference table, so they are as correct on a shard. Later
 * migrations create triggers too.
 */
export async function allowTriggers(sql: Sql): Promise<void> {
  await sql`
    do $$
    begin
      execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database());
    end
    $$`
  await sql`set citus.enable_unsafe_triggers = on`
}

/**
 * A table with a foreign key to a reference table becomes a table of Citus, whose statements have
 * the limits of Citus. So the tables of the coordinator keep no such key.
 */
async function dropKeysToReferences(sql: Sql, plan: readonly PlacedTable[]): Promise<void> {
  const named = (kind: PlacedTable['placement']['kind']) =>
    plan.filter(({ placement }) => placement.kind === kind).map(({ name }) => name)
  const keys = await sql<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
    where contype = 'f'
      and conrelid = any(${named('local')}::regclass[])
      and confrelid = any(${named('reference')}::regclass[])`
  for (const { table, name } of keys)
    await sql.unsafe(`alter table ${table} drop constraint ${name}`)
}

async function placeTable(sql: Sql, { name, placement }: PlacedTable): Promise<void> {
  if (placement.kind === 'distributed') {
    const isOfGroup = placement.column === 'account_id' && name !== groupTable
    await sql`
      select create_distributed_table(${name}::regclass, ${placement.column},
        colocate_with => ${isOfGroup ? groupTable : 'none'})`
  } else await sql`select create_reference_table(${name}::regclass)`
}

/** What statements and constraints call on the workers. Those of triggers follow their tables. */
const copyFunctions = (sql: Sql) => sql`
  select create_distributed_function(p.oid::regprocedure)
  from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace = 'public'::regnamespace
    and l.lanname = 'sql'
    and p.proname <> 'business_now'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`

async function placedTables(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql<{ name: string }[]>`
    select logicalrelid::regclass::text as name from pg_dist_partition`
  return new Set(rows.map(({ name }) => name))
}

export const readTables = (sql: Sql) => sql<TableKeys[]>`
  select c.oid::regclass::text as name,
    array(
      select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped
      order by attnum) as columns,
    array(
      select to_json(array(
        select attname::text from pg_attribute where attrelid = c.oid and attnum = any(i.indkey)))
      from pg_index i where indrelid = c.oid and indisunique) as "uniqueKeys",
    array(
      select distinct confrelid::regclass::text from pg_constraint
      where contype = 'f' and conrelid = c.oid and confrelid <> c.oid) as references
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'people')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1`
