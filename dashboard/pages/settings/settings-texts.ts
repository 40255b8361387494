import type { NotificationKind } from '../../../contract/notifications.ts'
import { texts } from '../../text/text.ts'

export const settingsTexts = texts({
  title: { pt: 'Configurações', en: 'Settings' },
  you: { pt: 'Você', en: 'You' },
  security: { pt: 'Segurança', en: 'Security' },
  notifications: { pt: 'Avisos', en: 'Notifications' },
  account: { pt: 'Conta', en: 'Account' },
  brand: { pt: 'Marca', en: 'Brand' },
  profile: { pt: 'Seus dados', en: 'Your details' },
  name: { pt: 'Nome', en: 'Name' },
  email: { pt: 'E-mail', en: 'E-mail' },
  emailHint: {
    pt: 'O endereço do convite. Para usar outro, peça um convite novo.',
    en: 'The address of the invitation. To use another one, ask for a new invitation.',
  },
  mailLanguage: { pt: 'Língua dos e-mails', en: 'Language of mails' },
  portuguese: { pt: 'Português', en: 'Português' },
  english: { pt: 'English', en: 'English' },
  save: { pt: 'Salvar', en: 'Save' },
  saved: { pt: 'Dados salvos.', en: 'Details saved.' },
  browser: { pt: 'Neste navegador', en: 'In this browser' },
  language: { pt: 'Língua do painel', en: 'Language of the dashboard' },
  theme: { pt: 'Tema', en: 'Theme' },
  light: { pt: 'Claro', en: 'Light' },
  dark: { pt: 'Escuro', en: 'Dark' },
  system: { pt: 'Do sistema', en: 'Of the system' },
  notificationsLead: {
    pt: (account: string) => `De que ${account} avisa você por e-mail.`,
    en: (account: string) => `What ${account} notifies you of by mail.`,
  },
  notificationsAlways: {
    pt: 'Convites, senhas e acessos de aparelhos novos são sempre avisados.',
    en: 'Invitations, passwords and sign-ins on new devices are always mailed.',
  },
  notAllowed: {
    pt: 'O seu papel não vê isto.',
    en: 'Your role does not see this.',
  },
  notificationSaved: { pt: 'Aviso salvo.', en: 'Notification saved.' },
})

export const notificationNames = texts({
  approval: { pt: 'Pedidos de aprovação e decisões', en: 'Approval requests and decisions' },
  dispute: { pt: 'Disputas abertas, com o prazo', en: 'Disputes opened, with the deadline' },
  webhook: {
    pt: 'Endereços de webhook que não respondem',
    en: 'Webhook endpoints that do not respond',
  },
  cashout: { pt: 'Saques de R$ 10.000,00 ou mais', en: 'Cashouts of R$ 10,000.00 or more' },
  key: { pt: 'Chaves criadas', en: 'Keys created' },
} satisfies Record<NotificationKind, unknown>)
