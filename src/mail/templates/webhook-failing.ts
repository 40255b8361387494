import { nameText } from '../../primitives/mail-text.ts'
import { instantText } from '../format.ts'
import { days, facts, link, type MailTemplate, paragraph } from '../mail-content.ts'

export interface WebhookFailingData {
  readonly account: string
  /** Scheme, host and port of the endpoint. */
  readonly address: string
  readonly failingSince: string
  readonly url?: string
}

export const webhookFailing: MailTemplate<WebhookFailingData> = {
  usefulMs: days(3),
  pt: ({ account, address, failingSince, url }) => ({
    subject: 'Um endereço de webhook não responde',
    title: 'Os seus webhooks não estão chegando',
    blocks: [
      facts(
        ['Conta', nameText(account)],
        ['Endereço', nameText(address)],
        ['Falha desde', instantText(failingSince, 'pt')],
      ),
      paragraph(
        'Todas as tentativas de entrega a este endereço falham. Confira se o servidor responde com 2xx em até 15 segundos. Nada se perde: os eventos continuam no feed e podem ser reenviados.',
      ),
      ...link('Ver as entregas', url),
    ],
    reason: 'Você recebe esta mensagem pelo seu papel nesta conta.',
  }),
  en: ({ account, address, failingSince, url }) => ({
    subject: 'A webhook endpoint does not respond',
    title: 'Your webhooks do not arrive',
    blocks: [
      facts(
        ['Account', nameText(account)],
        ['Address', nameText(address)],
        ['Failing since', instantText(failingSince, 'en')],
      ),
      paragraph(
        'Every delivery to this address fails. Check that the server responds with 2xx within 15 seconds. Nothing is lost: the events stay in the feed and can be sent again.',
      ),
      ...link('See the deliveries', url),
    ],
    reason: 'You receive this message because of your role in this account.',
  }),
}
