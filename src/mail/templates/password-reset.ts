import { instantText } from '../format.ts'
import { facts, hours, link, type MailTemplate, note, paragraph } from '../mail-content.ts'

export interface PasswordResetData {
  /** Ends with the one-time token. */
  readonly url: string
  readonly expiresAt: string
}

export const passwordReset: MailTemplate<PasswordResetData> = {
  usefulMs: hours(1),
  pt: ({ url, expiresAt }) => ({
    subject: 'Troca da sua senha do Guichê',
    title: 'Escolha uma senha nova',
    blocks: [
      paragraph('Recebemos um pedido para trocar a senha deste e-mail.'),
      ...link('Trocar a senha', url),
      facts(['O link funciona uma vez, até', instantText(expiresAt, 'pt')]),
      note('Nunca pedimos a sua senha por e-mail ou telefone.'),
    ],
    reason: 'Se você não pediu, ignore a mensagem: a sua senha continua a mesma.',
  }),
  en: ({ url, expiresAt }) => ({
    subject: 'Change of your Guichê password',
    title: 'Choose a new password',
    blocks: [
      paragraph('We received a request to change the password of this email address.'),
      ...link('Change the password', url),
      facts(['The link works once, until', instantText(expiresAt, 'en')]),
      note('We never ask for your password by email or by telephone.'),
    ],
    reason: 'If you did not ask for it, ignore the message: your password stays as it is.',
  }),
}
