import assert from 'node:assert/strict'
import type { Tx } from '../db/pool.ts'
import { type Write, write } from '../journal/change.ts'
import type { Clock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import { isMailAddress } from '../primitives/mail-text.ts'
import type { Place, Vault } from '../primitives/vault.ts'
import type { MailLanguage } from './mail-content.ts'
import { type MailRow, mailsWriter } from './mail-store.ts'
import { type MailData, type MailName, usefulMsOf } from './templates.ts'

/** A mail that a caller wants sent. */
export type NewMail = {
  readonly [Name in MailName]: {
    /** The account the mail is about. Left out: the operators, or a person of no account. */
    readonly accountId?: string
    /** One address. */
    readonly to: string
    readonly language: MailLanguage
    readonly template: Name
    readonly data: MailData[Name]
  }
}[MailName]

export interface MailDeps {
  readonly vault: Pick<Vault, 'seal'>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Adds a mail to the queue within the caller's transaction: it is sent if that commits. A worker
 * sends it within a second or two, and retries.
 */
export const queueMail = (deps: MailDeps, tx: Tx, mail: NewMail): Promise<void> =>
  queueMails(deps, tx, [mail])

/** The same for several mails, in one statement. */
export async function queueMails(deps: MailDeps, tx: Tx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length > 0)
    await mailsWriter.write(
      tx,
      mails.map((mail) => mailRow(deps, mail)),
    )
}

/** The same for a caller that records a change with the journal. */
export const mailWrite = (deps: MailDeps, mail: NewMail): Write =>
  write(mailsWriter, mailRow(deps, mail))

/** The row of a mail. `givenId`: an id by which it is queued once, however often it is made. */
export function mailRow({ vault, clock }: MailDeps, mail: NewMail, givenId?: string): MailRow {
  const { accountId = operatorsId, to, language, template, data } = mail
  // The forms of the gateway refuse such an address before: here it is a bug.
  assert(isMailAddress(to), 'not an address for mail')
  const createdAt = clock.now()
  const id = givenId ?? newId(createdAt.getTime())
  return {
    accountId,
    id,
    template,
    language,
    sealed: vault.seal(JSON.stringify({ to, data }), placeOf({ accountId, id })),
    usefulTo: new Date(createdAt.getTime() + usefulMsOf(template)),
    createdAt,
  }
}

/** Where the content of a mail is sealed. */
export const placeOf = ({ accountId, id }: Pick<MailRow, 'accountId' | 'id'>): Place => ({
  table: 'mails',
  id,
  accountId,
})

/** Stands for the operators where a row needs an account. */
const operatorsId = '00000000-0000-0000-0000-000000000000'
