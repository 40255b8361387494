import type { Queryable } from './pool.ts'
import type { FoundLimits } from './session-limits.ts'

/** The permissions of the role of this process, and the way it is connected. */
export interface RoleRights {
  readonly role: string
  /** It may drop tables and triggers, so nothing is append-only for it. */
  readonly ownsTables: boolean
  /** The role may change or remove rows that are append-only. */
  readonly mayRewriteHistory: boolean
  readonly usesTls: boolean
}

export async function roleRights(db: Queryable): Promise<RoleRights> {
  const [row] = await db<RoleRights[]>`
    select current_user::text as role,
      pg_has_role(
        current_user,
        (select relowner from pg_class where oid = 'ledger_transfers'::regclass),
        'usage') as "ownsTables",
      exists (
        select
        from unnest(array['ledger_transfers', 'ledger_digests', 'events', 'dispute_evidence'])
          as name
        where has_table_privilege(name, 'update') or has_table_privilege(name, 'delete')
          or has_table_privilege(name, 'truncate')) as "mayRewriteHistory",
      coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as "usesTls"`
  if (!row) throw new Error('a query without a from has one row')
  return row
}

/** The settings of the server that the gateway depends on. */
export interface DatabaseState {
  readonly version: string
  readonly commit: string
  readonly logVerbosity: string
  readonly logParameters: string
  readonly maxConnections: number
  readonly reservedConnections: number
}

export async function databaseState(db: Queryable): Promise<DatabaseState> {
  const [row] = await db<DatabaseState[]>`
    select current_setting('server_version') as version,
      current_setting('synchronous_commit') as commit,
      current_setting('log_error_verbosity') as "logVerbosity",
      current_setting('log_parameter_max_length_on_error') as "logParameters",
      current_setting('max_connections')::int as "maxConnections",
      current_setting('superuser_reserved_connections')::int as "reservedConnections"`
  if (!row) throw new Error('a query without a from has one row')
  return row
}

/** The limits of the sessions behind `db`. */
export async function findLimits(db: Queryable): Promise<FoundLimits> {
  const [row] = await db<FoundLimits[]>`
    select current_user::text as role,
      max(setting::int) filter (where name = 'statement_timeout') as statement_timeout,
      max(setting::int) filter (where name = 'lock_timeout') as lock_timeout,
      max(setting::int) filter (where name = 'idle_in_transaction_session_timeout')
        as idle_in_transaction_session_timeout,
      current_setting('timezone') as timezone
    from pg_settings
    where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`
  if (!row) throw new Error('an aggregate has one row')
  return row
}
