import { instantText } from '../format.ts'
import { days, facts, type MailTemplate, paragraph } from '../mail-content.ts'

export interface PasswordChangedData {
  readonly at: string
}

export const passwordChanged: MailTemplate<PasswordChangedData> = {
  usefulMs: days(3),
  pt: ({ at }) => ({
    subject: 'A sua senha do Guichê foi trocada',
    title: 'A sua senha foi trocada',
    blocks: [
      facts(['Quando', instantText(at, 'pt')]),
      paragraph(
        'Foi você? Então não há nada a fazer. Se não foi, peça uma senha nova agora na página de entrada e avise quem administra a sua conta.',
      ),
    ],
    reason: 'Avisamos de cada troca da sua senha.',
  }),
  en: ({ at }) => ({
    subject: 'Your Guichê password was changed',
    title: 'Your password was changed',
    blocks: [
      facts(['When', instantText(at, 'en')]),
      paragraph(
        'Was it you? Then there is nothing to do. If not, ask for a new password on the sign-in page now, and tell the person who administers your account.',
      ),
    ],
    reason: 'We notify you of each change of your password.',
  }),
}
