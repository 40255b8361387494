import type { EventType, InternalEventType } from '../../contract/events.ts'
import { texts, useTexts } from './text.ts'

/** What people call every type of event: a step in the life of its object. */
export const eventNames = texts({
  'transaction.created': { pt: 'Cobrança preparada', en: 'Charge prepared' },
  'transaction.waiting_payment': {
    pt: 'Cobrança criada, à espera do pagamento',
    en: 'Charge created, waiting for the payment',
  },
  'transaction.authorized': {
    pt: 'Cartão autorizado, à espera da captura',
    en: 'Card authorized, waiting for the capture',
  },
  'transaction.paid': { pt: 'Pagamento confirmado', en: 'Payment confirmed' },
  'transaction.boleto_registered': {
    pt: 'Boleto registrado pelo banco',
    en: 'Boleto registered by the bank',
  },
  'transaction.boleto_protest': {
    pt: 'Boleto foi a protesto, ou saiu dele',
    en: 'Boleto went to protest, or left it',
  },
  'transaction.refused': { pt: 'Pagamento recusado', en: 'Payment refused' },
  'transaction.canceled': {
    pt: 'Cobrança cancelada ou vencida, sem pagamento',
    en: 'Charge canceled or expired, without a payment',
  },
  'transaction.refunded': {
    pt: 'Pagamento devolvido inteiro',
    en: 'Payment refunded in full',
  },
  'transaction.partially_refunded': {
    pt: 'Parte do pagamento devolvida',
    en: 'Part of the payment refunded',
  },
  'transaction.refund_failed': {
    pt: 'Devolução não feita; o dinheiro voltou ao saldo',
    en: 'Refund not made; the money is in the balance again',
  },
  'transaction.refund_returned': {
    pt: 'O banco do pagador recusou a devolução; o dinheiro voltou ao saldo',
    en: 'The bank of the payer sent the refund back; the money is in the balance again',
  },
  'transaction.in_protest': {
    pt: 'Pagamento contestado; o dinheiro está bloqueado',
    en: 'Payment disputed; the money is blocked',
  },
  'transaction.chargedback': {
    pt: 'Disputa perdida; o dinheiro voltou ao pagador',
    en: 'Dispute lost; the money went back to the payer',
  },
  'transaction.dispute_opened': { pt: 'Disputa aberta', en: 'Dispute opened' },
  'transaction.dispute_reopened': {
    pt: 'Disputa reaberta pelo emissor',
    en: 'Dispute opened again by the issuer',
  },
  'transaction.dispute_due': {
    pt: 'Prazo da disputa acaba em 48 horas',
    en: 'The deadline of the dispute is in 48 hours',
  },
  'transaction.dispute_answered': { pt: 'Disputa respondida', en: 'Dispute answered' },
  'transaction.dispute_answer_rejected': {
    pt: 'Resposta à disputa não aceita',
    en: 'Answer to the dispute not accepted',
  },
  'transaction.dispute_won': {
    pt: 'Disputa ganha; o dinheiro é seu',
    en: 'Dispute won; the money is yours',
  },
  'transaction.dispute_lost': { pt: 'Disputa perdida', en: 'Dispute lost' },
  'transaction.attempt_approved': {
    pt: 'A adquirente aprovou a tentativa',
    en: 'The acquirer approved the attempt',
  },
  'transaction.attempt_refused': {
    pt: 'A adquirente recusou a tentativa',
    en: 'The acquirer refused the attempt',
  },
  'transaction.attempt_analysing': {
    pt: 'A adquirente analisa a tentativa',
    en: 'The acquirer analyzes the attempt',
  },
  'transaction.attempt_unknown': {
    pt: 'A adquirente não respondeu; vamos consultar até saber',
    en: 'The acquirer did not respond; we query it until the result is known',
  },
  'transaction.attempt_voided': {
    pt: 'Tentativa desfeita na adquirente',
    en: 'Attempt undone at the acquirer',
  },
  'transaction.attempt_not_executed': {
    pt: 'A tentativa não chegou à adquirente',
    en: 'The attempt did not reach the acquirer',
  },
  'transaction.not_processed': {
    pt: 'A adquirente recusou as credenciais; o cartão não foi tentado',
    en: 'The acquirer rejected the credentials; the card was not tried',
  },
  'transaction.refund_requested': {
    pt: 'Devolução pedida; o valor está reservado',
    en: 'Refund requested; the amount is held',
  },
  'transaction.dispute_blocked': {
    pt: 'Mais dinheiro bloqueado pela disputa',
    en: 'More money blocked by the dispute',
  },
  'transaction.dispute_answer_sent': {
    pt: 'Resposta entregue ao emissor ou ao banco',
    en: 'Answer delivered to the issuer or the bank',
  },
  'transaction.dispute_under_review': {
    pt: 'Disputa em análise no emissor ou no banco',
    en: 'Dispute under review at the issuer or the bank',
  },
  'transaction.dispute_updated': { pt: 'Dados da disputa mudaram', en: 'Dispute changed' },
  'transaction.cancel_requested': { pt: 'Cancelamento pedido', en: 'Cancel requested' },
  'transaction.capture_requested': { pt: 'Captura pedida', en: 'Capture requested' },
  'transaction.late_approval': {
    pt: 'Aprovação tardia da adquirente; está sendo desfeita',
    en: 'Late approval by the acquirer; it is being undone',
  },
  'transaction.late_approval_voided': {
    pt: 'Aprovação tardia desfeita',
    en: 'Late approval undone',
  },
  'device_pay_domain.created': { pt: 'Domínio registrado', en: 'Domain registered' },
  'device_pay_domain.verified': { pt: 'Domínio verificado', en: 'Domain verified' },
  'device_pay_domain.check_failed': {
    pt: 'Arquivo do domínio não encontrado',
    en: 'File of the domain not found',
  },
  'device_pay_domain.removed': { pt: 'Domínio removido', en: 'Domain removed' },
  'device_pay_domain.unreachable': {
    pt: 'Arquivo do domínio sumiu; o botão parou',
    en: 'File of the domain is gone; the button stopped',
  },
  'cashout.pending': {
    pt: 'Saque pedido; o valor está reservado',
    en: 'Cashout requested; the amount is held',
  },
  'cashout.approved': { pt: 'Saque aprovado', en: 'Cashout approved' },
  'cashout.processing': { pt: 'Saque enviado ao banco', en: 'Cashout sent to the bank' },
  'cashout.accepted': {
    pt: 'O banco aceitou o saque',
    en: 'The bank accepted the cashout',
  },
  'cashout.not_sent': {
    pt: 'O envio não chegou ao banco; vamos tentar de novo',
    en: 'The request did not reach the bank; it will be repeated',
  },
  'cashout.sent_again': {
    pt: 'Saque enviado de novo, com o mesmo identificador',
    en: 'Cashout sent again, with the same id',
  },
  'cashout.completed': { pt: 'Dinheiro entregue', en: 'Money delivered' },
  'cashout.failed': {
    pt: 'Saque recusado pelo banco; o valor voltou ao saldo',
    en: 'Cashout rejected by the bank; the amount is in the balance again',
  },
  'cashout.canceled': {
    pt: 'Saque cancelado; o valor voltou ao saldo',
    en: 'Cashout canceled; the amount is in the balance again',
  },
  'cashout.refunded': {
    pt: 'O destino devolveu o dinheiro',
    en: 'The receiver sent the money back',
  },
  'cashout.partially_refunded': {
    pt: 'O destino devolveu parte do dinheiro',
    en: 'The receiver sent part of the money back',
  },
  'webhook_endpoint.failing': {
    pt: 'Endereço de webhook falha há cinco dias',
    en: 'Webhook endpoint has failed for five days',
  },
  'payment_link.created': { pt: 'Link de pagamento criado', en: 'Payment link created' },
  'payment_link.updated': { pt: 'Link de pagamento alterado', en: 'Payment link changed' },
  'payment_link.completed': {
    pt: 'Último uso do link de pagamento pago',
    en: 'Last use of the payment link paid',
  },
  'checkout_session.created': { pt: 'Checkout aberto', en: 'Checkout opened' },
  'checkout_session.expired': { pt: 'Checkout encerrado', en: 'Checkout ended' },
  'correction.posted': { pt: 'Correção dos livros', en: 'Correction of the books' },
  'receivable.settled': {
    pt: 'Recebível venceu e está disponível',
    en: 'Receivable fell due and is available',
  },
} satisfies Record<EventType | InternalEventType, unknown>)

/** The name of an event. A type of a newer gateway is shown as it is. */
export function useEventName(): (type: string) => string {
  const names: Readonly<Record<string, string>> = useTexts(eventNames)
  return (type) => names[type] ?? type
}
