import type { Sql } from '../db/pool.ts'
import type { Fragment } from '../db/statement.ts'
import type { Clock } from '../primitives/clock.ts'
import { dayMs } from '../primitives/durations.ts'
import { hasContentBefore, removeContents } from './audit-store.ts'

interface RetentionDeps {
  readonly config: { readonly auditDays: number }
  readonly clock: Clock
}

/** The instant since which contents of entries are kept. */
export const keptSince = ({ config, clock }: RetentionDeps): Date =>
  new Date(clock.now().getTime() - config.auditDays * dayMs)

/** Removes contents whose retention has ended. Their hashes stay, so the chain still verifies. */
export const endRetention = (app: RetentionDeps & { readonly sql: Sql }): Promise<number> =>
  removeContents(app.sql, keptSince(app), contentsAtOnce)

/** SQL that is true while an entry keeps its content for longer than its retention. */
export const hasEndedRetention = (app: RetentionDeps & { readonly sql: Sql }): Fragment =>
  hasContentBefore(app.sql, keptSince(app))

const contentsAtOnce = 500
