import { approvalActionTexts } from '../../contract/approval.ts'
import type { Approval } from '../approvals/approval.ts'
import type { MailLanguage } from '../mail/mail-content.ts'
import { cashoutText } from '../mail/notifications.ts'
import type { SecondPersonAction } from './changes.ts'

type Texts = Readonly<Record<MailLanguage, string>>
type Asked = Pick<Approval, 'action' | 'subject' | 'after'>

const texts: Readonly<Record<SecondPersonAction, Texts>> = approvalActionTexts

/** What a request asks for, without a full stop. */
export function actionText({ action, subject, after }: Asked, language: MailLanguage): string {
  if (action === cashoutAction) return cashoutText(Number(after.amount), language)
  const text = texts[action as SecondPersonAction]?.[language] ?? action
  return `${text} ${subject.name ?? ''}`.trim()
}

/** Who asks for what, as a sentence. */
export const approvalSentence = (
  approval: Asked & Pick<Approval, 'requestedBy'>,
  language: MailLanguage,
): string => `${approval.requestedBy.name} ${asks[language]}: ${actionText(approval, language)}.`

/** The action of a cashout that waits. */
export const cashoutAction = 'cashouts.send'

const asks: Texts = { pt: 'pediu', en: 'asked for' }
