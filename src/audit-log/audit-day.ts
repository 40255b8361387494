import { createHash } from 'node:crypto'
import type { ChainEnd } from './audit-entry.ts'

/** The end of the chain when a day ended. */
export interface AuditDay extends ChainEnd {
  /** Local date, `YYYY-MM-DD`. */
  readonly date: string
  readonly previous: Buffer
  readonly digest: Buffer
}

export const firstDayDigest = Buffer.alloc(32)

/** Each digest covers the one before, so the newest one stands for all days. */
export const dayDigest = ({
  date,
  number,
  hash,
  previous,
}: Pick<AuditDay, 'date' | 'number' | 'hash' | 'previous'>): Buffer =>
  createHash('sha256')
    .update([previous.toString('hex'), date, number, hash.toString('hex')].join('\n'))
    .digest()
