import { nameText } from '../../primitives/mail-text.ts'
import { instantText } from '../format.ts'
import { days, facts, link, type MailTemplate, note, paragraph } from '../mail-content.ts'

export interface InvitationData {
  readonly invitedBy: string
  /** The name of the account. Null: the operators of the gateway. */
  readonly account: string | null
  /** The name of the role, in the language of the mail. */
  readonly role: string
  /** Ends with the one-time token of the invitation. */
  readonly url: string
  readonly expiresAt: string
}

export const invitation: MailTemplate<InvitationData> = {
  usefulMs: days(7),
  pt: ({ invitedBy, account, role, url, expiresAt }) => {
    const place = account === null ? 'a operação do Guichê' : `a conta ${nameText(account)}`
    return {
      subject: `Convite para entrar n${place}`,
      title: 'Você recebeu um convite',
      blocks: [
        paragraph(`${nameText(invitedBy)} convidou você para ${place}.`),
        facts(['Seu papel', nameText(role)], ['Vale até', instantText(expiresAt, 'pt')]),
        ...link('Aceitar o convite', url),
        note('O link funciona uma vez e só para você. Não o encaminhe.'),
      ],
      reason:
        'Se você não esperava este convite, ignore a mensagem: nada acontece sem o seu aceite.',
    }
  },
  en: ({ invitedBy, account, role, url, expiresAt }) => {
    const place = account === null ? 'the operators of Guichê' : `the account ${nameText(account)}`
    return {
      subject: `Invitation to join ${place}`,
      title: 'You have an invitation',
      blocks: [
        paragraph(`${nameText(invitedBy)} invited you to join ${place}.`),
        facts(['Your role', nameText(role)], ['Valid until', instantText(expiresAt, 'en')]),
        ...link('Accept the invitation', url),
        note('The link works once and only for you. Do not forward it.'),
      ],
      reason:
        'If you did not expect this invitation, ignore the message: nothing happens unless you accept.',
    }
  },
}
