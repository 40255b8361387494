import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { Endpoint } from '../endpoint.ts'
import { missingMigrations } from './readiness-store.ts'

/** The process answers. Says nothing about the database: restarting us would not mend it (reliability B5). */
export const getLive: Endpoint = {
  summary: 'O processo está vivo',
  answer: envelopeOf(Type.Object({ live: Type.Boolean() })),
  handle: () => ({ message: { pt: 'Vivo.', en: 'Live.' }, data: { live: true } }),
}

/** Work may be sent here: the database answers, has every migration, and is keeping up. */
export const getReady: Endpoint = {
  summary: 'O processo pode receber trabalho',
  answer: envelopeOf(Type.Object({ ready: Type.Boolean() })),
  rejections: ['database-unavailable', 'overloaded'],
  async handle({ app }) {
    app.journal.admit()
    const missing = await Promise.race([missingMigrations(app.sql).catch(() => undefined), after(patienceMs)])
    if (missing === undefined || missing.length > 0)
      throw new Rejection('database-unavailable', { retryAfterSeconds: 2 })
    return { message: { pt: 'Pronto.', en: 'Ready.' }, data: { ready: true } }
  },
}

const patienceMs = 2_000

const after = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), ms).unref()
  })
