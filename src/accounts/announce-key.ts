import { accountPermissions } from '../../contract/permission.ts'
import type { AuditDeps } from '../audit-log/record-audit.ts'
import type { Tx } from '../db/pool.ts'
import type { MailLanguage } from '../mail/mail-content.ts'
import { recipientsOf } from '../mail/notifications.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { audiencesOf } from '../people/notification-choice-store.ts'
import type { ApiKey } from './api-key.ts'

/** Queues a mail to the persons who manage the keys of the account. */
export async function announceKey(app: AuditDeps, tx: Tx, key: ApiKey): Promise<void> {
  const { accountId, kind, name, permissions, createdAt } = key
  const [audience] = await audiencesOf(tx, [accountId])
  if (!audience) return
  for (const { to, language } of recipientsOf('key', audience.recipients))
    await queueMail(app, tx, {
      accountId,
      to,
      language,
      template: 'key-made',
      data: {
        account: audience.accountName,
        kind,
        name,
        madeBy: app.actor.name,
        at: createdAt.toISOString(),
        permissions: permissions?.map((each) => sentenceOf(each, language)) ?? null,
      },
    })
}

/** What a permission lets a key do, without the full stop of a sentence. */
const sentenceOf = (permission: keyof typeof accountPermissions, language: MailLanguage): string =>
  accountPermissions[permission][language].replace(/\.$/, '')
