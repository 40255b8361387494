import type { StuckKind, WorkKind } from '../../../contract/work.ts'
import { texts } from '../../text/text.ts'

export const queueNames = texts({
  attempts: { pt: 'Vendas no cartão sem resposta', en: 'Card sales without a result' },
  charges: { pt: 'Cobranças PIX e boleto', en: 'PIX and boleto charges' },
  refunds: { pt: 'Devoluções', en: 'Refunds' },
  receivables: { pt: 'Recebíveis que vencem', en: 'Receivables that fall due' },
  disputes: { pt: 'Respostas de disputas', en: 'Answers to disputes' },
  'dispute-polls': { pt: 'Consultas de disputas', en: 'Queries of disputes' },
  cashouts: { pt: 'Saques', en: 'Cashouts' },
  'cashout-schedules': { pt: 'Saques automáticos', en: 'Automatic cashouts' },
  deliveries: { pt: 'Entregas de webhook', en: 'Webhook deliveries' },
  'domain-checks': { pt: 'Conferências de domínio', en: 'Domain checks' },
  'domain-removals': { pt: 'Remoções de domínio', en: 'Domain removals' },
  reconciliations: { pt: 'Conciliações', en: 'Reconciliations' },
  approvals: { pt: 'Mudanças aprovadas', en: 'Approved changes' },
  mails: { pt: 'E-mails', en: 'Mails' },
} satisfies Record<WorkKind, unknown>)

export const stuckNames = texts({
  attempts: { pt: 'Venda sem resposta', en: 'Sale without a result' },
  refunds: { pt: 'Devolução', en: 'Refund' },
  cashouts: { pt: 'Saque', en: 'Cashout' },
  disputes: { pt: 'Resposta de disputa', en: 'Answer to a dispute' },
  'webhook-addresses': { pt: 'Endereço de webhook', en: 'Webhook endpoint' },
  'domain-removals': { pt: 'Remoção de domínio', en: 'Domain removal' },
  approvals: { pt: 'Mudança aprovada', en: 'Approved change' },
  mails: { pt: 'E-mail', en: 'Mail' },
} satisfies Record<StuckKind, unknown>)

export const workTexts = texts({
  title: { pt: 'Trabalho', en: 'Work' },
  lead: {
    pt: 'O que os workers têm a fazer, e o que não anda.',
    en: 'What the workers have to do, and what does not move.',
  },
  queues: { pt: 'Filas', en: 'Queues' },
  queuesLead: {
    pt: 'Atrasada: o item mais antigo espera há mais de um minuto. Faltam workers, ou um provedor não responde.',
    en: 'Late: the oldest item has waited for more than a minute. There are too few workers, or a provider does not respond.',
  },
  queue: { pt: 'Fila', en: 'Queue' },
  state: { pt: 'Situação', en: 'State' },
  due: { pt: 'Vencidos', en: 'Due' },
  inHand: { pt: 'Em execução', en: 'In hand' },
  oldest: { pt: 'Mais antigo', en: 'Oldest' },
  next: { pt: 'Próximo', en: 'Next' },
  late: { pt: 'Atrasada', en: 'Late' },
  working: { pt: 'Trabalhando', en: 'Working' },
  upToDate: { pt: 'Em dia', en: 'Up to date' },
  stuck: { pt: 'O que não anda', en: 'Stuck' },
  stuckLead: {
    pt: 'Sem sucesso há mais tempo que o normal. O worker continua tentando; veja o que fazer.',
    en: 'Without success for longer than normal. The worker keeps trying; see what to do.',
  },
  kind: { pt: 'Tipo', en: 'Kind' },
  nothingStuck: { pt: 'Tudo anda', en: 'Nothing is stuck' },
  nothingStuckText: {
    pt: 'Uma venda, um saque ou uma devolução sem resposta do provedor aparece aqui com o que fazer.',
    en: 'A sale, a cashout or a refund without a result from its provider appears here with what to do.',
  },
  since: { pt: 'Desde', en: 'Since' },
  attempts: { pt: 'Tentativas', en: 'Attempts' },
  nextTry: { pt: 'Próxima tentativa', en: 'Next attempt' },
  provider: { pt: 'Provedor', en: 'Provider' },
  reference: { pt: 'Referência no provedor', en: 'Reference at the provider' },
  transaction: { pt: 'Venda', en: 'Sale' },
  lastError: { pt: 'Último erro', en: 'Last error' },
})
