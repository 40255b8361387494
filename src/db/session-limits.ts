import { ConfigError } from '../primitives/config-error.ts'

/**
 * The limits of a session (docs/design/rules.md#d4). The gateway sends them with each connection. A
 * pooler in transaction mode passes none, so its role must have them.
 */
export const sessionLimits = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  timezone: 'UTC',
} as const

/** The limits of a session as PostgreSQL has them: times in ms, 0 is none. */
export interface FoundLimits {
  readonly role: string
  readonly statement_timeout: number
  readonly lock_timeout: number
  readonly idle_in_transaction_session_timeout: number
  readonly timezone: string
}

/** What the role of a pooler lacks. Shorter limits are accepted. */
export function missingLimits(found: FoundLimits): ConfigError | undefined {
  const { timezone: _, ...times } = sessionLimits
  const names = Object.keys(times) as (keyof typeof times)[]
  const missing: Partial<Record<keyof typeof sessionLimits, string>> = Object.fromEntries(
    names
      .filter((name) => found[name] === 0 || found[name] > Number.parseInt(times[name], 10) * 1_000)
      .map((name) => [name, times[name]]),
  )
  if (found.timezone !== sessionLimits.timezone) missing.timezone = sessionLimits.timezone
  const statements = statementsOf(found.role, missing)
  if (statements.length === 0) return undefined
  return new ConfigError('role-without-limits', { statements: statements.join(' ') })
}

/** The SQL that gives a role its limits. */
export const statementsOf = (role: string, limits: Readonly<Record<string, string>>): string[] =>
  Object.entries(limits).map(
    ([name, value]) => `alter role ${quoted(role)} set ${name} = '${value}';`,
  )

const quoted = (role: string): string =>
  /^[a-z_][a-z0-9_]*$/.test(role) ? role : `"${role.replaceAll('"', '""')}"`
