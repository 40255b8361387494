import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import type { App } from '../../app.ts'
import { Rejection, type RejectionCode, type RejectionDetails } from '../../primitives/rejection.ts'
import { withTimeout } from '../../primitives/with-timeout.ts'
import { endpoint } from '../request/endpoint.ts'
import { missingMigrations } from './readiness-store.ts'

/**
 * The process responds. The database is not checked, because a restart of this process would not
 * repair it (docs/design/rules.md#b5).
 */
export const getLive = endpoint({
  summary: 'O processo está vivo',
  answer: envelopeOf(Type.Object({ live: Type.Boolean() })),
  handle: () => ({ message: { pt: 'Vivo.', en: 'Live.' }, data: { live: true } }),
})

/**
 * The process can take work: the database responds, has every migration and accepts commits, the
 * queue has room, and the clock is known. A failure names what is missing.
 */
export const getReady = endpoint({
  summary: 'O processo pode receber trabalho',
  answer: envelopeOf(Type.Object({ ready: Type.Boolean() })),
  rejections: [
    'database-silent',
    'commits-failing',
    'migrations-missing',
    'overloaded',
    'clock-unknown',
  ],
  async handle({ app }) {
    app.journal.assertCapacity()
    const stall = app.journal.stall()
    if (stall && stall.forMs >= longestStallMs) {
      throw notReady('commits-failing', {
        seconds: Math.floor(stall.forMs / 1_000),
        code: stall.code,
      })
    }
    const missing = await withTimeout(readOrNothing(app), queryTimeoutMs)
    if (missing === undefined)
      throw notReady('database-silent', { seconds: queryTimeoutMs / 1_000 })
    if (missing.length > 0) throw notReady('migrations-missing', { names: missing.join(', ') })
    if (!app.clockFollower.isKnown()) throw notReady('clock-unknown', {})
    return { message: { pt: 'Pronto.', en: 'Ready.' }, data: { ready: true } }
  },
})

const readOrNothing = ({ sql }: Pick<App, 'sql'>): Promise<readonly string[] | undefined> =>
  missingMigrations(sql).catch(() => undefined)

const notReady = (code: RejectionCode, params: RejectionDetails['params']): Rejection =>
  new Rejection(code, { retryAfterSeconds: 2, ...(params && { params }) })

const queryTimeoutMs = 2_000
const longestStallMs = 5_000
