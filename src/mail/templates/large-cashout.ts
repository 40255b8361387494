import { nameText } from '../../primitives/mail-text.ts'
import { amountText, instantText } from '../format.ts'
import { days, facts, link, type MailTemplate, paragraph } from '../mail-content.ts'

export interface LargeCashoutData {
  readonly account: string
  /** Cents. */
  readonly amount: number
  /** Null: the request does not name the beneficiary. */
  readonly beneficiary: string | null
  readonly cashoutId: string
  readonly requestedAt: string
  readonly url?: string
}

export const largeCashout: MailTemplate<LargeCashoutData> = {
  usefulMs: days(2),
  pt: ({ account, amount, beneficiary, cashoutId, requestedAt, url }) => ({
    subject: `Saque de ${amountText(amount, 'pt')}`,
    title: 'Um saque alto foi pedido',
    blocks: [
      facts(
        ['Conta', nameText(account)],
        ['Valor', amountText(amount, 'pt')],
        ['Para', beneficiary === null ? undefined : nameText(beneficiary)],
        ['Pedido em', instantText(requestedAt, 'pt')],
        ['Saque', cashoutId],
      ),
      paragraph('Se você não esperava este saque, confira agora quem o pediu.'),
      ...link('Ver o saque', url),
    ],
    reason: 'Você recebe esta mensagem pelo seu papel nesta conta.',
  }),
  en: ({ account, amount, beneficiary, cashoutId, requestedAt, url }) => ({
    subject: `Cashout of ${amountText(amount, 'en')}`,
    title: 'A large cashout was requested',
    blocks: [
      facts(
        ['Account', nameText(account)],
        ['Amount', amountText(amount, 'en')],
        ['To', beneficiary === null ? undefined : nameText(beneficiary)],
        ['Requested', instantText(requestedAt, 'en')],
        ['Cashout', cashoutId],
      ),
      paragraph('If you did not expect this cashout, check now who requested it.'),
      ...link('See the cashout', url),
    ],
    reason: 'You receive this message because of your role in this account.',
  }),
}
