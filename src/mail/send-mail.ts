import type { Logger } from 'pino'
import type { Sql } from '../db/pool.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Vault } from '../primitives/vault.ts'
import { nextQueryWaitMs } from '../providers/polling/retry-schedule.ts'
import { type DueMail, markGivenUp, markSent, scheduleRetry, tooLate } from './mail-store.ts'
import type { Mailer } from './mailer.ts'
import { placeOf } from './queue-mail.ts'
import { isMailName, type MailData, type MailName, renderMail } from './templates.ts'

interface Deps {
  readonly sql: Sql
  readonly clock: Clock
  readonly vault: Pick<Vault, 'open'>
  readonly log: Logger
  readonly mailer: Mailer
}

/**
 * Sends a mail that this worker has claimed. It may be sent twice, when the worker dies before the
 * acceptance is stored: both copies have one Message-ID.
 */
export async function sendMail(app: Deps, mail: DueMail): Promise<void> {
  if (mail.usefulTo <= app.clock.now()) return giveUp(app, mail, tooLate)
  const outcome = await app.mailer.send(messageOf(app, mail))
  switch (outcome.kind) {
    case 'accepted':
      return markSent(app.sql, mail, app.clock.now())
    case 'refused':
      return giveUp(app, mail, outcome.reason)
    case 'failed':
      return retryLater(app, mail, outcome.reason)
  }
}

function messageOf({ vault, clock }: Deps, mail: DueMail) {
  const { id, template, language, sealed } = mail
  // A process of an older version may claim a mail that it does not know: its lease ends, and a
  // newer process claims it.
  if (!isMailName(template)) throw new Error(`no template ${template}`)
  const { to, data } = JSON.parse(vault.open(sealed, placeOf(mail)).toString('utf8')) as {
    to: string
    data: MailData[MailName]
  }
  return { id, to, date: clock.now(), ...renderMail(template, language, data) }
}

async function retryLater(app: Deps, mail: DueMail, error: string): Promise<void> {
  const { accountId, id, template, attempts, usefulTo, createdAt } = mail
  const nowMs = app.clock.now().getTime()
  const waitMs = nextQueryWaitMs(attempts - 1, nowMs - createdAt.getTime())
  if (waitMs === undefined || nowMs + waitMs >= usefulTo.getTime()) return giveUp(app, mail, error)
  await scheduleRetry(app.sql, mail, { dueAt: new Date(nowMs + waitMs), error })
  app.log.warn({ accountId, mailId: id, template, attempts, err: error }, 'a mail was not sent')
}

async function giveUp(app: Deps, mail: DueMail, error: string): Promise<void> {
  const { accountId, id, template, attempts } = mail
  await markGivenUp(app.sql, mail, { at: app.clock.now(), error })
  app.log.error({ accountId, mailId: id, template, attempts, err: error }, 'a mail was given up')
}
