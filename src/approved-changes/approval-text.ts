import type { Approval } from '../approvals/approval.ts'
import type { MailLanguage } from '../mail/mail-content.ts'
import { cashoutText } from '../mail/notifications.ts'
import type { SecondPersonAction } from './changes.ts'

type Texts = Readonly<Record<MailLanguage, string>>
type Asked = Pick<Approval, 'action' | 'subject' | 'after'>

const texts: Readonly<Record<SecondPersonAction, Texts>> = {
  'account.change': { pt: 'Mudar a conta', en: 'Change the account' },
  'key.create': { pt: 'Criar uma chave da conta', en: 'Create a key of the account' },
  'key.rotate': { pt: 'Trocar a chave', en: 'Replace the key' },
  'person.invite': { pt: 'Convidar uma pessoa para a conta', en: 'Invite a person to the account' },
  'provider.add': { pt: 'Cadastrar o provedor', en: 'Add the provider' },
  'provider.change': { pt: 'Mudar o provedor', en: 'Change the provider' },
  'ledger.correct': { pt: 'Corrigir os livros da conta', en: 'Correct the books of the account' },
  'ledger.resume_cashouts': { pt: 'Liberar os saques', en: 'Resume the cashouts' },
  'webhook_secret.rotate': {
    pt: 'Trocar o segredo dos webhooks da conta',
    en: 'Replace the webhook secret of the account',
  },
}

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
