import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import type { App } from '../../app.ts'
import { type MailState, mailState, mailStates } from '../../mail/mail-health.ts'
import { mailBacklog } from '../../mail/mail-store.ts'
import { Rejection, type RejectionCode, type RejectionDetails } from '../../primitives/rejection.ts'
import { withTimeout } from '../../primitives/with-timeout.ts'
import { endpoint } from '../request/endpoint.ts'
import { missingMigrations } from './readiness-store.ts'

/** The queue of mails could not be read. */
const unknown = 'unknown' as const

/**
 * The process responds. The database is not checked, because a restart of this process would not
 * repair it (docs/design/rules.md#b5).
 */
export const getLive = endpoint({
  summary: 'O processo está vivo',
  answer: envelopeOf(Type.Object({ live: Type.Boolean() })),
  handle: () => liveAnswer,
})

export const liveAnswer = { message: { pt: 'Vivo.', en: 'Live.' }, data: { live: true } }

/**
 * The process can take work: the database responds, has every migration and accepts commits, the
 * queue has room, and the clock is known. A failure names what is missing.
 */
export const getReady = endpoint({
  summary: 'O processo pode receber trabalho',
  answer: envelopeOf(
    Type.Object({
      ready: Type.Boolean(),
      mail: Type.Enum([...mailStates, unknown], {
        description:
          'Se os e-mails saem. Parados (stuck), o gateway segue pronto: nenhum pagamento depende deles.',
      }),
    }),
  ),
  rejections: [
    'database-silent',
    'commits-failing',
    'migrations-missing',
    'overloaded',
    'clock-unknown',
  ],
  handle: ({ app }) => readyAnswer(app),
})

/**
 * The response of `/health/ready`.
 * @throws Rejection the reason why this process is not ready
 */
export async function readyAnswer(app: ReadinessDeps) {
  const blocked = blockedCommits(app)
  if (blocked) throw blocked
  const [missing, mail] = await Promise.all([
    withTimeout(readOrNothing(app), queryTimeoutMs),
    withTimeout(readMailState(app), queryTimeoutMs).then((state) => state ?? unknown),
  ])
  if (missing === undefined) throw notReady('database-silent', { seconds: queryTimeoutMs / 1_000 })
  if (missing.length > 0) throw notReady('migrations-missing', { names: missing.join(', ') })
  if (!app.clockFollower.isKnown()) throw notReady('clock-unknown', {})
  // A read of the queue that fails says nothing about the readiness of the process.
  return { message: { pt: 'Pronto.', en: 'Ready.' }, data: { ready: true, mail } }
}

type ReadinessDeps = Pick<App, 'journal' | 'sql' | 'clock' | 'config' | 'clockFollower'>

/** Why this process can commit nothing, by what it knows without asking the database. */
export function blockedCommits({ journal }: Pick<App, 'journal'>): Rejection | undefined {
  const { length, limit } = journal.queue()
  if (length >= limit) return new Rejection('overloaded', { retryAfterSeconds: 1 })
  const stall = journal.stall()
  return stall && stall.forMs >= longestStallMs
    ? notReady('commits-failing', { seconds: Math.floor(stall.forMs / 1_000), code: stall.code })
    : undefined
}

const readOrNothing = ({ sql }: Pick<App, 'sql'>): Promise<readonly string[] | undefined> =>
  missingMigrations(sql).catch(() => undefined)

const readMailState = async ({
  sql,
  clock,
  config,
}: ReadinessDeps): Promise<MailState | typeof unknown> => {
  try {
    const now = clock.now()
    return mailState(await mailBacklog(sql, now), { isConfigured: config.mail !== undefined, now })
  } catch {
    return unknown
  }
}

const notReady = (code: RejectionCode, params: RejectionDetails['params']): Rejection =>
  new Rejection(code, { retryAfterSeconds: 2, ...(params && { params }) })

const queryTimeoutMs = 2_000
const longestStallMs = 5_000
