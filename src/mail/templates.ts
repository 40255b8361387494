import { type LaidOutMail, layOut } from './layout.ts'
import type { MailLanguage, MailTemplate } from './mail-content.ts'
import { type ApprovalDecidedData, approvalDecided } from './templates/approval-decided.ts'
import { type ApprovalWantedData, approvalWanted } from './templates/approval-wanted.ts'
import { type DisputeOpenedData, disputeOpened } from './templates/dispute-opened.ts'
import { type InvitationData, invitation } from './templates/invitation.ts'
import { type KeyMadeData, keyMade } from './templates/key-made.ts'
import { type LargeCashoutData, largeCashout } from './templates/large-cashout.ts'
import { type NewDeviceData, newDevice } from './templates/new-device.ts'
import { type PasswordChangedData, passwordChanged } from './templates/password-changed.ts'
import { type PasswordResetData, passwordReset } from './templates/password-reset.ts'
import { type WebhookFailingData, webhookFailing } from './templates/webhook-failing.ts'

/** What each kind of mail is made from. */
export interface MailData {
  readonly invitation: InvitationData
  readonly 'new-device': NewDeviceData
  readonly 'password-reset': PasswordResetData
  readonly 'password-changed': PasswordChangedData
  readonly 'approval-wanted': ApprovalWantedData
  readonly 'approval-decided': ApprovalDecidedData
  readonly 'dispute-opened': DisputeOpenedData
  readonly 'webhook-failing': WebhookFailingData
  readonly 'large-cashout': LargeCashoutData
  readonly 'key-made': KeyMadeData
}

export type MailName = keyof MailData

const templates: { readonly [Name in MailName]: MailTemplate<MailData[Name]> } = {
  invitation,
  'new-device': newDevice,
  'password-reset': passwordReset,
  'password-changed': passwordChanged,
  'approval-wanted': approvalWanted,
  'approval-decided': approvalDecided,
  'dispute-opened': disputeOpened,
  'webhook-failing': webhookFailing,
  'large-cashout': largeCashout,
  'key-made': keyMade,
}

export const mailNames = Object.keys(templates) as readonly MailName[]

export const isMailName = (name: string): name is MailName => Object.hasOwn(templates, name)

/** How long a mail of this kind is worth sending, ms. */
export const usefulMsOf = (name: MailName): number => templates[name].usefulMs

/** A mail in its language and in both forms. */
export const renderMail = <Name extends MailName>(
  name: Name,
  language: MailLanguage,
  data: MailData[Name],
): LaidOutMail => layOut(templates[name][language](data), language)
