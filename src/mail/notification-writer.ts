import type { Logger } from 'pino'
import type { Tx } from '../db/pool.ts'
import type { JournalEvent, RowWriter } from '../journal/change.ts'
import { derivedId } from '../primitives/id.ts'
import { mailsWriter } from './mail-store.ts'
import { type Audience, notificationsFor, notificationsOf } from './notifications.ts'
import { type MailDeps, mailRow } from './queue-mail.ts'

interface Deps extends MailDeps {
  readonly log: Logger
  /** The persons of these accounts, as they are in this transaction. */
  audiencesOf(tx: Tx, accountIds: readonly string[]): Promise<readonly Audience[]>
}

/**
 * Queues the mails that follow from events, in the commit of each event. Most commits have no such
 * event and run no statement for it. Never loses a row.
 */
export const openNotificationWriter = (deps: Deps): RowWriter<JournalEvent> => ({
  name: 'mails-of-events',
  async write(tx, events) {
    const notifiable = events.filter(isNotifiable)
    if (notifiable.length === 0) return []
    const accountIds = [...new Set(notifiable.map(({ accountId }) => accountId))]
    const audiences = new Map(
      (await deps.audiencesOf(tx, accountIds)).map((each) => [each.accountId, each]),
    )
    const rows = notifiable.flatMap((event) => rowsFor(deps, event, audiences.get(event.accountId)))
    if (rows.length > 0) await mailsWriter.write(tx, rows)
    return []
  },
  // Mails are made from what is read in the same transaction.
  writeAll: (_sql, events) => (events.some(isNotifiable) ? undefined : []),
})

const isNotifiable = ({ type }: JournalEvent): boolean => notificationsOf(type).length > 0

/** A mail that cannot be made is a bug. It must not stop the change, which may be a payment. */
function rowsFor(deps: Deps, event: JournalEvent, audience: Audience | undefined) {
  if (!audience) return []
  try {
    return notificationsFor(event, audience).map(({ mail, key }) =>
      mailRow(deps, mail, derivedId(key)),
    )
  } catch (cause) {
    const { accountId, id: eventId, type } = event
    deps.log.error({ accountId, eventId, type, err: String(cause) }, 'mails were not queued')
    return []
  }
}
