import type { DisputeKind, DisputeStatus } from '../../../contract/dispute.ts'
import { texts } from '../../text/text.ts'
import type { ShownState } from './shown-state.ts'

export const disputeStatusNames = texts({
  NEEDS_RESPONSE: { pt: 'Responder', en: 'To answer' },
  UNDER_REVIEW: { pt: 'Em análise', en: 'Under review' },
  WON: { pt: 'Ganha', en: 'Won' },
  LOST: { pt: 'Perdida', en: 'Lost' },
} satisfies Record<DisputeStatus, unknown>)

export const shownStateNames = texts({
  ...disputeStatusNames,
  ANSWERED: { pt: 'Respondida', en: 'Answered' },
  LATE: { pt: 'Prazo encerrado', en: 'Deadline over' },
} satisfies Record<ShownState, unknown>)

export const disputeKindNames = texts({
  chargeback: { pt: 'Chargeback', en: 'Chargeback' },
  med: { pt: 'MED do PIX', en: 'PIX MED' },
} satisfies Record<DisputeKind, unknown>)

/** What happens to a dispute without an answer in time. */
export const unansweredTexts = texts({
  chargeback: {
    pt: 'Sem resposta até lá, o valor volta ao pagador.',
    en: 'Without an answer by then, the amount returns to the payer.',
  },
  med: {
    pt: 'Sem resposta até lá, os bancos decidem pelo que o pagador informou.',
    en: 'Without an answer by then, the banks decide by what the payer stated.',
  },
} satisfies Record<DisputeKind, unknown>)

export const disputeTexts = texts({
  title: { pt: 'Disputas', en: 'Disputes' },
  lead: {
    pt: 'Um pagador contestou uma compra no cartão ou um PIX. O valor fica bloqueado até a decisão.',
    en: 'A payer disputed a card purchase or a PIX. The amount is blocked until the decision.',
  },
  account: { pt: 'Conta', en: 'Account' },
  amount: { pt: 'Valor', en: 'Amount' },
  status: { pt: 'Situação', en: 'Status' },
  kind: { pt: 'Tipo', en: 'Kind' },
  reason: { pt: 'Motivo', en: 'Reason' },
  answerBy: { pt: 'Responder até', en: 'Answer by' },
  opened: { pt: 'Aberta em', en: 'Opened' },
  decided: { pt: 'Decidida em', en: 'Decided' },
  blocked: { pt: 'Bloqueado', en: 'Blocked' },
  lost: { pt: 'Devolvido ao pagador', en: 'Returned to the payer' },
  sale: { pt: 'Venda', en: 'Sale' },
  seeSale: { pt: 'Ver a venda', en: 'See the sale' },
  all: { pt: 'Todas', en: 'All' },
  emptyTitle: { pt: 'Nenhuma disputa', en: 'No disputes' },
  emptyText: {
    pt: 'Quando um pagador contestar uma venda, ela aparece aqui com o prazo. No sandbox, abra uma com:',
    en: 'When a payer disputes a sale, it appears here with its deadline. In the sandbox, open one with:',
  },
  deadline: {
    pt: (day: string, distance: string) => `Responda até ${day} (${distance}).`,
    en: (day: string, distance: string) => `Answer by ${day} (${distance}).`,
  },
  noDeadline: {
    pt: 'O banco decide sem prazo para resposta.',
    en: 'The bank decides without a deadline for an answer.',
  },
  late: {
    pt: (day: string) => `O prazo terminou em ${day}. Espere a decisão.`,
    en: (day: string) => `The deadline was ${day}. Wait for the decision.`,
  },
  answerTitle: { pt: 'Sua resposta', en: 'Your answer' },
  answerForAccount: { pt: 'Responder pela conta', en: 'Answer for the account' },
  answerText: {
    pt: 'O que o emissor ou o banco deve saber',
    en: 'What the issuer or bank must know',
  },
  answerHint: {
    pt: 'Conte o que foi vendido, quando foi entregue e o que combinou com o cliente.',
    en: 'Say what was sold, when it was delivered, and what you agreed with the customer.',
  },
  contest: { pt: 'Contestar a disputa', en: 'Contest the dispute' },
  contested: { pt: 'Resposta registrada.', en: 'Answer recorded.' },
  accept: { pt: 'Aceitar e devolver', en: 'Accept and return the money' },
  acceptTitle: { pt: 'Aceitar a disputa?', en: 'Accept the dispute?' },
  acceptText: {
    pt: (amount: string) => `${amount} voltam ao pagador. Isto não se desfaz.`,
    en: (amount: string) => `${amount} return to the payer. This cannot be undone.`,
  },
  accepted: {
    pt: 'Disputa aceita: o valor volta ao pagador.',
    en: 'Dispute accepted: the amount returns to the payer.',
  },
  needsSomething: {
    pt: 'Escreva um texto ou anexe um documento.',
    en: 'Write a text or attach a document.',
  },
  evidence: { pt: 'Documentos', en: 'Documents' },
  evidenceLead: {
    pt: (count: number, megabytes: number) =>
      `PDF, PNG ou JPEG, até ${megabytes} MB cada, no máximo ${count}. Um documento não se apaga.`,
    en: (count: number, megabytes: number) =>
      `PDF, PNG or JPEG, up to ${megabytes} MB each, at most ${count}. A document cannot be removed.`,
  },
  attach: { pt: 'Anexar documento', en: 'Attach a document' },
  attached: { pt: 'Documento anexado.', en: 'Document attached.' },
  tooLarge: {
    pt: (megabytes: number) => `O arquivo passa de ${megabytes} MB.`,
    en: (megabytes: number) => `The file is larger than ${megabytes} MB.`,
  },
  noEvidence: { pt: 'Nenhum documento ainda.', en: 'No document yet.' },
  answers: { pt: 'Respostas', en: 'Answers' },
  contestedAnswer: { pt: 'Contestada', en: 'Contested' },
  acceptedAnswer: { pt: 'Aceita', en: 'Accepted' },
  byOperator: {
    pt: (name: string) => `Pelo operador: ${name}`,
    en: (name: string) => `By the operator: ${name}`,
  },
  sentAt: { pt: 'Enviada ao provedor', en: 'Sent to the provider' },
  notSent: { pt: 'Ainda não enviada', en: 'Not sent yet' },
  rejected: {
    pt: (reason: string) => `O provedor não aceitou: ${reason}`,
    en: (reason: string) => `The provider did not accept it: ${reason}`,
  },
})
