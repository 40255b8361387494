import { shardOf } from '../db/shard-of.ts'
import type { JournalEvent } from './change.ts'

/**
 * One lane for each shard: all rows of a batch are on one server of a distributed database, so that
 * its commit needs no second phase (docs/decisions/scale-out.md).
 */
export const laneOfAccount =
  (shards: number) =>
  ({ accountId }: Pick<JournalEvent, 'accountId'>): string =>
    String(shardOf(accountId, shards))
