import { nameText, oneLine } from '../../primitives/mail-text.ts'
import { instantText } from '../format.ts'
import { days, facts, link, type MailTemplate, note, paragraph } from '../mail-content.ts'

export interface ApprovalWantedData {
  readonly requestedBy: string
  /** The name of the account. Null: a change of the operators. */
  readonly account: string | null
  /** What was asked for, in the language of the mail: `Saque de R$ 15.000,00`. */
  readonly action: string
  /** What will change, in the language of the mail. */
  readonly changes: readonly {
    readonly label: string
    /** Null: there was nothing before. */
    readonly before: string | null
    readonly after: string
  }[]
  /** Null: the request waits without an end. */
  readonly expiresAt: string | null
  readonly url?: string
}

export const approvalWanted: MailTemplate<ApprovalWantedData> = {
  usefulMs: days(2),
  pt: ({ requestedBy, account, action, changes, expiresAt, url }) => ({
    subject: `Aprovação pedida: ${nameText(action)}`,
    title: 'Um pedido espera a sua decisão',
    blocks: [
      paragraph(`${nameText(requestedBy)} pediu: ${nameText(action)}.`),
      facts(
        ['Conta', account === null ? undefined : nameText(account)],
        ...changes.map(changeFact),
        ['Decida até', expiresAt === null ? undefined : instantText(expiresAt, 'pt')],
      ),
      ...link('Ver o pedido', url),
      note('A decisão é tomada no painel, depois de entrar. Esta mensagem não aprova nada.'),
    ],
    reason: 'Você recebe esta mensagem porque decide ou acompanha pedidos como este.',
  }),
  en: ({ requestedBy, account, action, changes, expiresAt, url }) => ({
    subject: `Approval requested: ${nameText(action)}`,
    title: 'A request waits for your decision',
    blocks: [
      paragraph(`${nameText(requestedBy)} asked for: ${nameText(action)}.`),
      facts(
        ['Account', account === null ? undefined : nameText(account)],
        ...changes.map(changeFact),
        ['Decide by', expiresAt === null ? undefined : instantText(expiresAt, 'en')],
      ),
      ...link('See the request', url),
      note('You decide in the dashboard, after you sign in. This message approves nothing.'),
    ],
    reason: 'You receive this message because you decide or follow requests such as this one.',
  }),
}

const changeFact = ({ label, before, after }: ApprovalWantedData['changes'][number]) =>
  [
    oneLine(label, 80),
    before === null ? nameText(after) : `${nameText(before)} → ${nameText(after)}`,
  ] as const
