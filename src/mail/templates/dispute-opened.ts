import type { DisputeKind } from '../../../contract/dispute.ts'
import { nameText } from '../../primitives/mail-text.ts'
import { amountText, dateText, instantText } from '../format.ts'
import { days, facts, link, type MailTemplate, paragraph } from '../mail-content.ts'

export interface DisputeOpenedData {
  readonly account: string
  readonly kind: DisputeKind
  /** Cents. */
  readonly amount: number
  readonly transactionId: string
  /** As the card network or the bank gives it. Null: not known. */
  readonly claim: string | null
  /** Null: the provider gives no deadline. */
  readonly answerBy: string | null
  readonly url?: string
}

export const disputeOpened: MailTemplate<DisputeOpenedData> = {
  usefulMs: days(3),
  pt: ({ account, kind, amount, transactionId, claim, answerBy, url }) => ({
    subject:
      answerBy === null
        ? `Disputa de ${amountText(amount, 'pt')}`
        : `Disputa de ${amountText(amount, 'pt')}: responda até ${dateText(answerBy, 'pt')}`,
    title: 'Um pagamento foi contestado',
    blocks: [
      paragraph(
        kind === 'med'
          ? 'O banco do pagador pediu um PIX de volta pelo MED. O valor está bloqueado até a decisão.'
          : 'O portador do cartão contestou uma compra. O valor está bloqueado até a decisão.',
      ),
      facts(
        ['Conta', nameText(account)],
        ['Valor', amountText(amount, 'pt')],
        ['Motivo', claim === null ? undefined : nameText(claim)],
        ['Transação', transactionId],
        ['Responda até', answerBy === null ? 'sem prazo informado' : instantText(answerBy, 'pt')],
      ),
      paragraph(
        answerBy === null
          ? 'O prazo da resposta não foi informado: confira no portal do provedor.'
          : 'Sem resposta até o prazo, a disputa costuma ser perdida.',
      ),
      ...link('Responder à disputa', url),
    ],
    reason: 'Você recebe esta mensagem pelo seu papel nesta conta.',
  }),
  en: ({ account, kind, amount, transactionId, claim, answerBy, url }) => ({
    subject:
      answerBy === null
        ? `Dispute of ${amountText(amount, 'en')}`
        : `Dispute of ${amountText(amount, 'en')}: answer by ${dateText(answerBy, 'en')}`,
    title: 'A payment was disputed',
    blocks: [
      paragraph(
        kind === 'med'
          ? "The payer's bank asked for the return of a PIX (MED). The amount is blocked until the decision."
          : 'The cardholder disputed a purchase. The amount is blocked until the decision.',
      ),
      facts(
        ['Account', nameText(account)],
        ['Amount', amountText(amount, 'en')],
        ['Reason', claim === null ? undefined : nameText(claim)],
        ['Transaction', transactionId],
        ['Answer by', answerBy === null ? 'no deadline was given' : instantText(answerBy, 'en')],
      ),
      paragraph(
        answerBy === null
          ? 'No deadline was given for the answer: see the portal of the provider.'
          : 'A dispute without an answer by the deadline is usually lost.',
      ),
      ...link('Answer the dispute', url),
    ],
    reason: 'You receive this message because of your role in this account.',
  }),
}
