import { nameText } from '../../primitives/mail-text.ts'
import { instantText } from '../format.ts'
import { days, facts, link, type MailTemplate, paragraph } from '../mail-content.ts'

type Decision = 'approved' | 'denied' | 'expired' | 'withdrawn'

export interface ApprovalDecidedData {
  readonly decision: Decision
  /** What was asked for, in the language of the mail. */
  readonly action: string
  /** The name of the account. Null: a change of the operators. */
  readonly account: string | null
  /** Null: the request expired. */
  readonly decidedBy: string | null
  readonly at: string
  readonly note: string | null
  readonly url?: string
}

export const approvalDecided: MailTemplate<ApprovalDecidedData> = {
  usefulMs: days(3),
  pt: ({ decision, action, account, decidedBy, at, note, url }) => ({
    subject: `Pedido ${decisions[decision].pt}: ${nameText(action)}`,
    title: `O pedido foi ${decisions[decision].pt}`,
    blocks: [
      paragraph(`${nameText(action)}.`),
      facts(
        ['Conta', account === null ? undefined : nameText(account)],
        ['Por', decidedBy === null ? undefined : nameText(decidedBy)],
        ['Quando', instantText(at, 'pt')],
        ['Motivo', note === null ? undefined : nameText(note)],
      ),
      ...link('Ver o pedido', url),
    ],
    reason: 'Você recebe esta mensagem porque fez o pedido ou podia decidi-lo.',
  }),
  en: ({ decision, action, account, decidedBy, at, note, url }) => ({
    subject: `Request ${decisions[decision].en}: ${nameText(action)}`,
    title: `The request was ${decisions[decision].en}`,
    blocks: [
      paragraph(`${nameText(action)}.`),
      facts(
        ['Account', account === null ? undefined : nameText(account)],
        ['By', decidedBy === null ? undefined : nameText(decidedBy)],
        ['When', instantText(at, 'en')],
        ['Reason', note === null ? undefined : nameText(note)],
      ),
      ...link('See the request', url),
    ],
    reason: 'You receive this message because you made the request or could decide it.',
  }),
}

const decisions: Readonly<Record<Decision, { readonly pt: string; readonly en: string }>> = {
  approved: { pt: 'aprovado', en: 'approved' },
  denied: { pt: 'negado', en: 'denied' },
  expired: { pt: 'encerrado sem decisão', en: 'closed without a decision' },
  withdrawn: { pt: 'retirado', en: 'withdrawn' },
}
