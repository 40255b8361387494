import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable } from './fields.ts'
import { place, tableFormat } from './list.ts'
import type { Wire } from './wire.ts'

/**
 * The changes that only the audit log has, each as a sentence: `%` is the object, and the actor
 * stands before it. Changes of payments, cashouts and disputes are events, whose sentences are in
 * contract/event-sentences.ts.
 */
export const auditActions = {
  'account.opened': { pt: 'abriu a conta %', en: 'opened the account %' },
  'account.changed': { pt: 'mudou a conta %', en: 'changed the account %' },
  'account.suspended': { pt: 'suspendeu a conta %', en: 'suspended the account %' },
  'account.reactivated': { pt: 'reativou a conta %', en: 'reactivated the account %' },
  'key.created': { pt: 'criou a chave %', en: 'created the key %' },
  'key.rotated': { pt: 'trocou a chave %', en: 'rotated the key %' },
  'key.revoked': { pt: 'revogou a chave %', en: 'revoked the key %' },
  'provider.added': { pt: 'incluiu o provedor %', en: 'added the provider %' },
  'provider.changed': { pt: 'mudou o provedor %', en: 'changed the provider %' },
  'provider.callback_renewed': {
    pt: 'renovou o endereço de avisos do provedor %',
    en: 'renewed the callback address of the provider %',
  },
  'webhook_secret.read': {
    pt: 'viu o segredo dos webhooks da conta %',
    en: 'saw the webhook secret of the account %',
  },
  'webhook_secret.rotated': {
    pt: 'trocou o segredo dos webhooks de %',
    en: 'rotated the webhook secret of %',
  },
  'webhook_endpoint.created': {
    pt: 'criou o endereço de webhook %',
    en: 'created the webhook endpoint %',
  },
  'webhook_endpoint.changed': {
    pt: 'mudou o endereço de webhook %',
    en: 'changed the webhook endpoint %',
  },
  'webhook_endpoint.deleted': {
    pt: 'removeu o endereço de webhook %',
    en: 'removed the webhook endpoint %',
  },
  'webhook_delivery.repeated': {
    pt: 'repetiu a entrega de webhook %',
    en: 'repeated the webhook delivery %',
  },
  'webhook_deliveries.repeated': {
    pt: 'repetiu entregas de webhook da conta %',
    en: 'repeated webhook deliveries of the account %',
  },
  'event.resent': { pt: 'reenviou o evento %', en: 'sent the event % again' },
  'dispute_document.added': {
    pt: 'juntou um documento à disputa %',
    en: 'added a document to the dispute %',
  },
  'cashout_schedule.changed': {
    pt: 'mudou o saque automático da conta %',
    en: 'changed the automatic cashout of the account %',
  },
  'customer.exported': {
    pt: 'exportou os dados do pagador %',
    en: 'exported the data of the payer %',
  },
  'customer.pseudonymised': {
    pt: 'trocou os dados do pagador % por um pseudônimo',
    en: 'replaced the data of the payer % by a pseudonym',
  },
  'brand.changed': { pt: 'mudou a marca da conta %', en: 'changed the brand of the account %' },
  'ledger.cashouts_resumed': {
    pt: 'liberou os saques, que estavam parados',
    en: 'resumed the cashouts, which were stopped',
  },
  'reconciliation.case_resolved': {
    pt: 'encerrou o caso de conciliação %',
    en: 'resolved the reconciliation case %',
  },
  'reconciliation.run': {
    pt: 'rodou a conciliação do provedor %',
    en: 'ran the reconciliation of the provider %',
  },
  'approval.requested': { pt: 'pediu aprovação: %', en: 'asked for approval: %' },
  'approval.approved': { pt: 'aprovou: %', en: 'approved: %' },
  'approval.rejected': { pt: 'negou: %', en: 'rejected: %' },
  'approval.withdrawn': { pt: 'retirou o pedido: %', en: 'withdrew the request: %' },
  'approval.expired': {
    pt: 'encerrou o pedido sem decisão: %',
    en: 'ended the undecided request: %',
  },
  'approval.applied': { pt: 'aplicou o que foi aprovado: %', en: 'applied what was approved: %' },
  'approval.failed': {
    pt: 'não pôde aplicar o que foi aprovado: %',
    en: 'could not apply what was approved: %',
  },
  'person.invited': { pt: 'convidou %', en: 'invited %' },
  'person.invitation_withdrawn': {
    pt: 'retirou o convite de %',
    en: 'withdrew the invitation of %',
  },
  'person.joined': { pt: 'aceitou o convite', en: 'accepted the invitation' },
  'person.role_changed': { pt: 'mudou o papel de %', en: 'changed the role of %' },
  'person.changed': { pt: 'mudou os próprios dados', en: 'changed their own details' },
  'person.removed': { pt: 'tirou o acesso de %', en: 'removed the access of %' },
  'person.suspended': { pt: 'suspendeu %', en: 'suspended %' },
  'person.reactivated': { pt: 'reativou %', en: 'reactivated %' },
  'role.created': { pt: 'criou o papel %', en: 'created the role %' },
  'role.changed': { pt: 'mudou o papel %', en: 'changed the role %' },
  'role.removed': { pt: 'removeu o papel %', en: 'removed the role %' },
  // Changes that a person makes to their own access.
  'login.opened': { pt: 'entrou', en: 'signed in' },
  'login.ended': { pt: 'encerrou um login próprio', en: 'ended a login of their own' },
  'login.others_ended': {
    pt: 'encerrou todos os outros logins próprios',
    en: 'ended all other logins of their own',
  },
  'password.changed': { pt: 'trocou a própria senha', en: 'changed their own password' },
  'password.reset': {
    pt: 'escolheu uma senha nova pelo link do e-mail',
    en: 'chose a new password with the link of the mail',
  },
  'second_factor.added': {
    pt: 'cadastrou um aplicativo de códigos',
    en: 'registered an authenticator app',
  },
  'second_factor.removed': {
    pt: 'removeu o próprio aplicativo de códigos',
    en: 'removed their own authenticator app',
  },
  'recovery_codes.renewed': {
    pt: 'trocou os próprios códigos de recuperação',
    en: 'renewed their own recovery codes',
  },
  'passkey.added': { pt: 'cadastrou uma chave de acesso', en: 'registered a passkey' },
  'passkey.renamed': {
    pt: 'mudou o nome de uma chave de acesso própria',
    en: 'renamed a passkey of their own',
  },
  'passkey.removed': {
    pt: 'removeu uma chave de acesso própria',
    en: 'removed a passkey of their own',
  },
  'notifications.changed': {
    pt: 'mudou os próprios avisos por e-mail',
    en: 'changed their own notifications by mail',
  },
  // Personal data that a person of the operator saw.
  'transactions.read': { pt: 'viu transações de %', en: 'saw transactions of %' },
  'transaction.read': { pt: 'viu a transação %', en: 'saw the transaction %' },
  'statement.read': { pt: 'viu o extrato de %', en: 'saw the statement of %' },
  'receivables.read': { pt: 'viu os recebíveis de %', en: 'saw the receivables of %' },
  'cashouts.read': { pt: 'viu saques de %', en: 'saw cashouts of %' },
  'cashout.read': { pt: 'viu o saque %', en: 'saw the cashout %' },
  'waiting_cashouts.read': {
    pt: 'viu os saques que esperam aprovação',
    en: 'saw the cashouts that wait for approval',
  },
  'dispute.read': { pt: 'viu a disputa %', en: 'saw the dispute %' },
  'dispute_document.read': {
    pt: 'viu um documento da disputa %',
    en: 'saw a document of the dispute %',
  },
  'webhook_delivery.read': {
    pt: 'viu o corpo da entrega de webhook %',
    en: 'saw the body of the webhook delivery %',
  },
  'people.read': { pt: 'viu as pessoas de %', en: 'saw the people of %' },
  'audit.read': {
    pt: 'viu o registro de auditoria de %',
    en: 'saw the audit log of %',
  },
  'audit.exported': {
    pt: 'exportou o registro de auditoria de %',
    en: 'exported the audit log of %',
  },
  'secret.retired': { pt: 'aposentou %', en: 'retired %' },
  'clock.moved': { pt: 'adiantou o relógio em %', en: 'moved the clock forward by %' },
} as const satisfies Readonly<
  Record<`${string}.${string}`, { readonly pt: string; readonly en: string }>
>

export type AuditAction = keyof typeof auditActions
/** The actions of a person who sees what has to be accounted for. */
export type ReadAction = Extract<AuditAction, `${string}.read`>

/**
 * Who makes a change. `key`: a program of an account. `operator-token`: a program of the operator.
 * `cli`: a command on the machine itself. `worker`: a rule that was due. `provider`: a notice of a
 * provider. `public`: a request without credentials. `gateway`: the gateway itself, at its start.
 */
export const actorKinds = [
  'person',
  'key',
  'operator-token',
  'cli',
  'worker',
  'provider',
  'public',
  'gateway',
] as const
export type ActorKind = (typeof actorKinds)[number]

export const AuditEntryWire = Type.Object(
  {
    id: Id,
    accountId: Nullable(Id),
    at: Instant,
    action: Type.String({
      description: 'O que mudou, como key.created; para pagamentos, saques e disputas, o evento.',
      examples: ['key.created'],
    }),
    sentence: Type.String({ examples: ['Ana criou a chave Loja (sk_4fKd2…9aBz).'] }),
    actor: Type.Object({
      kind: Type.Enum([...actorKinds]),
      id: Type.String(),
      name: Type.String(),
    }),
    address: Nullable(Type.String({ description: 'De onde veio o pedido.' })),
    requestId: Nullable(Type.String({ description: 'O X-Request-Id da resposta do pedido.' })),
    object: Type.Object({ type: Type.String(), id: Type.String(), name: Nullable(Type.String()) }),
    before: Type.Unknown({ description: 'Só o que mudou, sem segredos. Nulo: não havia.' }),
    after: Type.Unknown({ description: 'Só o que mudou, sem segredos. Nulo: não há mais.' }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntryWire = Wire<typeof AuditEntryWire>

export const ListAuditQuery = Type.Object({
  by: Type.Optional(
    Type.String({ description: 'Um ou mais tipos de autor, separados por vírgula.' }),
  ),
  start_date: Type.Optional(Type.String({ description: 'Um dia em São Paulo, ou um instante.' })),
  end_date: Type.Optional(Type.String({ description: 'Idem, incluído.' })),
  ...place,
  ...tableFormat,
})
export type ListAuditQuery = Static<typeof ListAuditQuery>
