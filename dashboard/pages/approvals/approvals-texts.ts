import type { ApprovalWire } from '../../../contract/approval.ts'
import { texts } from '../../text/text.ts'

export const approvalStatusNames = texts({
  PENDING: { pt: 'Espera decisão', en: 'Waits for a decision' },
  APPROVED: { pt: 'Aprovado', en: 'Approved' },
  DONE: { pt: 'Feito', en: 'Done' },
  FAILED: { pt: 'Já não era possível', en: 'No longer possible' },
  REJECTED: { pt: 'Negado', en: 'Rejected' },
  WITHDRAWN: { pt: 'Retirado', en: 'Withdrawn' },
  EXPIRED: { pt: 'Expirou', en: 'Expired' },
} satisfies Record<ApprovalWire['status'], unknown>)

/** Why a person cannot decide. */
export const problemTexts = texts({
  'approval-ended': { pt: 'Este pedido já terminou.', en: 'This request has ended.' },
  'approver-not-a-person': { pt: 'Só uma pessoa decide.', en: 'Only a person decides.' },
  'permission-denied': {
    pt: 'O seu papel não decide isto.',
    en: 'Your role does not decide this.',
  },
  'approver-asked-for-it': {
    pt: 'Este pedido é seu, ou de quem tem o seu nome ou a sua caixa de e-mail: outra pessoa decide.',
    en: 'This request is yours, or of a person with your name or mailbox: another person decides.',
  },
  'approver-not-independent': {
    pt: 'Quem decide não pode ter feito a chave que pediu, também com outro login, nem ter recebido o acesso de quem pediu, nem ter dado o acesso a quem pediu.',
    en: 'The person who decides must not have made the key that asked, also with another login, nor have received access from the requester, nor have given access to the requester.',
  },
} satisfies Record<NonNullable<ApprovalWire['mayNotDecide']>, unknown>)

export const approvalTexts = texts({
  title: { pt: 'Aprovações', en: 'Approvals' },
  lead: {
    pt: 'O que uma pessoa pediu e outra decide.',
    en: 'What one person asks for and another one decides.',
  },
  account: { pt: 'Da conta', en: 'Of the account' },
  operator: { pt: 'Do operador', en: 'Of the operator' },
  which: { pt: 'Quais', en: 'Which' },
  waiting: { pt: 'Esperando', en: 'Waiting' },
  all: { pt: 'Todas', en: 'All' },
  emptyTitle: { pt: 'Nada espera decisão', en: 'Nothing waits for a decision' },
  emptyText: {
    pt: 'Saques acima da regra da conta, chaves que movem dinheiro e mudanças do operador aparecem aqui.',
    en: 'Cashouts above the rule of the account, keys that move money and changes of the operator appear here.',
  },
  askedBy: { pt: 'Quem pediu', en: 'Asked by' },
  asked: { pt: 'Pedido', en: 'Asked' },
  expires: { pt: 'Vale até', en: 'Valid until' },
  decidedBy: { pt: 'Quem decidiu', en: 'Decided by' },
  reason: { pt: 'Por quê', en: 'Why' },
  reasonHint: { pt: 'Fica no registro de auditoria.', en: 'It stays in the audit log.' },
  amount: { pt: 'Valor', en: 'Amount' },
  fee: { pt: 'Tarifa', en: 'Fee' },
  pixKey: { pt: 'Chave PIX', en: 'PIX key' },
  why: { pt: 'Por que espera', en: 'Why it waits' },
  notKnownAsOwn: {
    pt: 'Não se sabe se o destino é da própria conta.',
    en: 'The destination is not known to be the account’s own.',
  },
  beneficiary: { pt: 'Quem deve receber', en: 'Who should receive it' },
  field: { pt: 'Campo', en: 'Field' },
  before: { pt: 'Antes', en: 'Before' },
  after: { pt: 'Depois', en: 'After' },
  approve: { pt: 'Aprovar', en: 'Approve' },
  approved: { pt: 'Aprovado.', en: 'Approved.' },
  reject: { pt: 'Negar', en: 'Reject' },
  rejected: { pt: 'Negado.', en: 'Rejected.' },
  withdraw: { pt: 'Retirar o pedido', en: 'Withdraw the request' },
  withdrawn: { pt: 'Pedido retirado.', en: 'Request withdrawn.' },
  result: { pt: 'Ver o que foi criado', en: 'See what was created' },
  resultText: {
    pt: 'Só você vê isto, e só desta vez.',
    en: 'Only you see this, and only this time.',
  },
})
