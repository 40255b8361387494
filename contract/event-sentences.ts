import type { EventType, InternalEventType } from './events.ts'

/**
 * Each event as a sentence of the audit log: `%` is the object, and the actor stands before it. The
 * actor may be a key, a person, a provider or a rule of the gateway, so most sentences say what it
 * recorded.
 */
export const eventSentences: Readonly<
  Record<EventType | InternalEventType, { readonly pt: string; readonly en: string }>
> = {
  'transaction.waiting_payment': {
    pt: 'registrou a transação %, que aguarda pagamento',
    en: 'recorded the transaction %, which waits for its payment',
  },
  'transaction.authorized': {
    pt: 'registrou a autorização da transação %',
    en: 'recorded the authorization of the transaction %',
  },
  'transaction.paid': {
    pt: 'registrou o pagamento da transação %',
    en: 'recorded the payment of the transaction %',
  },
  'transaction.refused': {
    pt: 'registrou a recusa da transação %',
    en: 'recorded the refusal of the transaction %',
  },
  'transaction.canceled': {
    pt: 'registrou o cancelamento da transação %',
    en: 'recorded the cancellation of the transaction %',
  },
  'transaction.boleto_registered': {
    pt: 'registrou que o banco aceitou o boleto da transação %',
    en: 'recorded that the bank accepted the boleto of the transaction %',
  },
  'transaction.boleto_protest': {
    pt: 'registrou que o boleto da transação % foi a protesto, ou saiu dele',
    en: 'recorded that the boleto of the transaction % went to protest, or left it',
  },
  'transaction.refunded': {
    pt: 'registrou a devolução inteira da transação %',
    en: 'recorded the full refund of the transaction %',
  },
  'transaction.partially_refunded': {
    pt: 'registrou a devolução de parte da transação %',
    en: 'recorded the refund of a part of the transaction %',
  },
  'transaction.refund_failed': {
    pt: 'registrou que uma devolução da transação % falhou',
    en: 'recorded that a refund of the transaction % failed',
  },
  'transaction.refund_returned': {
    pt: 'registrou que uma devolução da transação % voltou do banco de destino',
    en: 'recorded that a refund of the transaction % came back from the receiving bank',
  },
  'transaction.in_protest': {
    pt: 'registrou uma disputa da transação %, que bloqueou o dinheiro',
    en: 'recorded a dispute of the transaction %, which blocked the money',
  },
  'transaction.chargedback': {
    pt: 'registrou que a disputa da transação % foi perdida e o dinheiro voltou ao pagador',
    en: 'recorded that the dispute of the transaction % was lost and its money went back',
  },
  'transaction.dispute_opened': {
    pt: 'registrou uma disputa da transação %, que seguiu com o mesmo status',
    en: 'recorded a dispute of the transaction %, whose status stayed the same',
  },
  'transaction.dispute_reopened': {
    pt: 'registrou que o emissor reabriu a disputa da transação %',
    en: 'recorded that the issuer reopened the dispute of the transaction %',
  },
  'transaction.dispute_due': {
    pt: 'avisou que o prazo da disputa da transação % acaba em 48 horas',
    en: 'warned that the deadline of the dispute of the transaction % is in 48 hours',
  },
  'transaction.dispute_answered': {
    pt: 'respondeu à disputa da transação %',
    en: 'answered the dispute of the transaction %',
  },
  'transaction.dispute_answer_rejected': {
    pt: 'registrou que a resposta à disputa da transação % não foi aceita',
    en: 'recorded that the answer to the dispute of the transaction % was not accepted',
  },
  'transaction.dispute_won': {
    pt: 'registrou que a disputa da transação % foi ganha',
    en: 'recorded that the dispute of the transaction % was won',
  },
  'transaction.dispute_lost': {
    pt: 'registrou que a disputa da transação % foi perdida',
    en: 'recorded that the dispute of the transaction % was lost',
  },
  'device_pay_domain.unreachable': {
    pt: 'registrou que o arquivo do domínio % sumiu',
    en: 'recorded that the file of the domain % disappeared',
  },
  'cashout.pending': { pt: 'pediu o saque %', en: 'requested the cashout %' },
  'cashout.processing': { pt: 'enviou o saque % ao banco', en: 'sent the cashout % to the bank' },
  'cashout.completed': {
    pt: 'registrou que o saque % chegou ao destino',
    en: 'recorded that the cashout % arrived',
  },
  'cashout.failed': {
    pt: 'registrou que o banco recusou o saque %',
    en: 'recorded that the bank refused the cashout %',
  },
  'cashout.canceled': { pt: 'cancelou o saque %', en: 'canceled the cashout %' },
  'cashout.refunded': {
    pt: 'registrou que o destino devolveu o saque %',
    en: 'recorded that the receiver returned the cashout %',
  },
  'cashout.partially_refunded': {
    pt: 'registrou que o destino devolveu parte do saque %',
    en: 'recorded that the receiver returned a part of the cashout %',
  },
  'payment_link.created': { pt: 'criou o link de pagamento %', en: 'created the payment link %' },
  'payment_link.updated': { pt: 'mudou o link de pagamento %', en: 'changed the payment link %' },
  'payment_link.completed': {
    pt: 'registrou que o último uso do link de pagamento % foi pago',
    en: 'recorded that the last use of the payment link % was paid',
  },
  'webhook_endpoint.failing': {
    pt: 'avisou que há cinco dias todas as entregas ao endereço de webhook % falham',
    en: 'warned that all deliveries to the webhook endpoint % have failed for five days',
  },
  'transaction.created': { pt: 'iniciou a transação %', en: 'started the transaction %' },
  'transaction.attempt_approved': {
    pt: 'registrou que a adquirente aprovou uma tentativa da transação %',
    en: 'recorded that the acquirer approved an attempt of the transaction %',
  },
  'transaction.attempt_refused': {
    pt: 'registrou que a adquirente recusou uma tentativa da transação %',
    en: 'recorded that the acquirer refused an attempt of the transaction %',
  },
  'transaction.attempt_analysing': {
    pt: 'registrou que a adquirente analisa uma tentativa da transação %',
    en: 'recorded that the acquirer analyzes an attempt of the transaction %',
  },
  'transaction.attempt_unknown': {
    pt: 'registrou uma tentativa da transação % sem resultado conhecido',
    en: 'recorded an attempt of the transaction % without a known result',
  },
  'transaction.attempt_voided': {
    pt: 'registrou que uma tentativa da transação % foi desfeita',
    en: 'recorded that an attempt of the transaction % was voided',
  },
  'transaction.attempt_not_executed': {
    pt: 'registrou que uma tentativa da transação % não chegou à adquirente',
    en: 'recorded that an attempt of the transaction % did not reach the acquirer',
  },
  'transaction.not_processed': {
    pt: 'registrou que a adquirente recusou as credenciais do gateway na transação %',
    en: 'recorded that the acquirer refused the credentials of the gateway in the transaction %',
  },
  'transaction.refund_requested': {
    pt: 'pediu uma devolução da transação %',
    en: 'requested a refund of the transaction %',
  },
  'transaction.dispute_blocked': {
    pt: 'bloqueou mais dinheiro pela disputa da transação %',
    en: 'blocked more money for the dispute of the transaction %',
  },
  'transaction.dispute_answer_sent': {
    pt: 'enviou a resposta à disputa da transação %',
    en: 'sent the answer to the dispute of the transaction %',
  },
  'transaction.dispute_under_review': {
    pt: 'registrou que a disputa da transação % está em análise',
    en: 'recorded that the dispute of the transaction % is under review',
  },
  'transaction.dispute_updated': {
    pt: 'registrou uma mudança na disputa da transação %',
    en: 'recorded a change of the dispute of the transaction %',
  },
  'transaction.cancel_requested': {
    pt: 'pediu o cancelamento da transação %',
    en: 'requested the cancellation of the transaction %',
  },
  'transaction.capture_requested': {
    pt: 'pediu a captura da transação %',
    en: 'requested the capture of the transaction %',
  },
  'transaction.late_approval': {
    pt: 'registrou uma aprovação tardia da transação %, que está sendo desfeita',
    en: 'recorded a late approval of the transaction %, which is being voided',
  },
  'transaction.late_approval_voided': {
    pt: 'registrou que a aprovação tardia da transação % foi desfeita',
    en: 'recorded that the late approval of the transaction % was voided',
  },
  'device_pay_domain.created': { pt: 'registrou o domínio %', en: 'registered the domain %' },
  'device_pay_domain.verified': { pt: 'verificou o domínio %', en: 'verified the domain %' },
  'device_pay_domain.check_failed': {
    pt: 'não encontrou o arquivo do domínio %',
    en: 'did not find the file of the domain %',
  },
  'device_pay_domain.removed': { pt: 'removeu o domínio %', en: 'removed the domain %' },
  'cashout.approved': { pt: 'aprovou o saque %', en: 'approved the cashout %' },
  'cashout.accepted': {
    pt: 'registrou que o banco aceitou o saque %',
    en: 'recorded that the bank accepted the cashout %',
  },
  'checkout_session.created': {
    pt: 'abriu a sessão de checkout %',
    en: 'opened the checkout session %',
  },
  'checkout_session.expired': {
    pt: 'encerrou a sessão de checkout %',
    en: 'ended the checkout session %',
  },
  'correction.posted': {
    pt: 'corrigiu os livros com o lançamento %',
    en: 'corrected the books with the transfer %',
  },
  'cashout.not_sent': {
    pt: 'registrou que o saque % não chegou ao banco',
    en: 'recorded that the cashout % did not reach the bank',
  },
  'cashout.sent_again': { pt: 'enviou de novo o saque %', en: 'sent the cashout % again' },
  'receivable.settled': { pt: 'liberou o recebível %', en: 'released the receivable %' },
}
