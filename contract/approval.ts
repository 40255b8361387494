import { Type } from 'typebox'
import { actorKinds } from './audit.ts'
import { DecisionReason, Id, Instant, Nullable } from './fields.ts'
import { place } from './list.ts'
import type { Wire } from './wire.ts'

export const approvalStatusTexts = {
  PENDING: 'espera a decisão de outra pessoa',
  APPROVED: 'aprovado; está sendo aplicado',
  DONE: 'aplicado',
  FAILED: 'aprovado, mas já não era possível: failure diz por quê',
  REJECTED: 'negado',
  WITHDRAWN: 'retirado por quem pediu',
  EXPIRED: 'ninguém decidiu a tempo',
} as const

/** What a request that waits for a second person asks for. The name of its subject follows. */
export const approvalActionTexts = {
  'account.change': { pt: 'Mudar a conta', en: 'Change the account' },
  'key.create': { pt: 'Criar uma chave da conta', en: 'Create a key of the account' },
  'key.rotate': { pt: 'Trocar a chave', en: 'Replace the key' },
  'person.invite': { pt: 'Convidar uma pessoa para a conta', en: 'Invite a person to the account' },
  'operator.invite': {
    pt: 'Convidar uma pessoa para o operador',
    en: 'Invite a person to the operator',
  },
  'operator.change_role': {
    pt: 'Mudar, no operador, o papel de',
    en: 'Change, at the operator, the role of',
  },
  'person.reactivate': { pt: 'Reativar', en: 'Reactivate' },
  'provider.add': { pt: 'Cadastrar o provedor', en: 'Add the provider' },
  'provider.change': { pt: 'Mudar o provedor', en: 'Change the provider' },
  'ledger.correct': { pt: 'Corrigir os livros da conta', en: 'Correct the books of the account' },
  'ledger.resume_cashouts': { pt: 'Liberar os saques', en: 'Resume the cashouts' },
  'webhook_secret.rotate': {
    pt: 'Trocar o segredo dos webhooks da conta',
    en: 'Replace the webhook secret of the account',
  },
} as const

/** Why a caller cannot decide a request: codes of errors. */
export const decisionProblems = [
  'approval-ended',
  'approver-not-a-person',
  'permission-denied',
  'approver-asked-for-it',
  'approver-not-independent',
] as const

const Party = Type.Object({
  kind: Type.Enum([...actorKinds]),
  id: Type.String(),
  name: Type.String(),
})

export const ApprovalWire = Type.Object(
  {
    id: Id,
    accountId: Nullable(Id),
    status: Type.Enum(Object.keys(approvalStatusTexts) as (keyof typeof approvalStatusTexts)[], {
      description: Object.entries(approvalStatusTexts)
        .map(([status, text]) => `${status}: ${text}`)
        .join('; '),
    }),
    action: Type.String({ examples: ['account.change'] }),
    permission: Type.String({ description: 'O que quem decide precisa poder.' }),
    summary: Type.String({ examples: ['Ana pediu: Criar a chave Loja na conta Café.'] }),
    subject: Type.Object({ type: Type.String(), id: Type.String(), name: Nullable(Type.String()) }),
    before: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Os campos que mudam, como estão.',
    }),
    after: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Os mesmos campos, como ficam. Nunca um segredo.',
    }),
    requestedBy: Party,
    requestedAt: Instant,
    expiresAt: Instant,
    decidedBy: Nullable(Party),
    decidedAt: Nullable(Instant),
    decision: Nullable(Type.String({ description: 'Por quê, nas palavras de quem decidiu.' })),
    endedAt: Nullable(Instant),
    failure: Nullable(Type.String({ description: 'O código do erro de um FAILED.' })),
    mayDecide: Type.Boolean({
      description: 'Se quem faz esta chamada pode aprovar o pedido agora.',
    }),
    mayNotDecide: Nullable(
      Type.Enum([...decisionProblems], { description: 'Por que não pode: um código de erro.' }),
    ),
  },
  { $id: 'Approval' },
)
export type ApprovalWire = Wire<typeof ApprovalWire>

/** A request of an account: a change, or a cashout that waits. */
export const AccountApprovalWire = Type.Object(
  {
    ...ApprovalWire.properties,
    kind: Type.Enum(['change', 'cashout'], {
      description:
        'cashout: um saque que espera; id é o do saque, e ele só está aqui enquanto espera.',
    }),
    expiresAt: Nullable({
      ...Instant,
      description: 'Nulo: um saque que espera uma pessoa espera sem prazo.',
    }),
    paths: Type.Object(
      { approve: Type.String(), reject: Type.String(), withdraw: Type.String() },
      { description: 'As rotas de POST com que este pedido é aprovado, negado e retirado.' },
    ),
  },
  { $id: 'AccountApproval' },
)
export type AccountApprovalWire = Wire<typeof AccountApprovalWire>

export const DecideApprovalRequest = Type.Object(
  { reason: Type.Optional(DecisionReason) },
  { $id: 'DecideApprovalRequest' },
)

export const ApprovalResultWire = Type.Object(
  {
    result: Nullable(
      Type.String({
        description:
          'O que só quem pediu vê, e só desta vez: a chave criada, o endereço de avisos.',
      }),
    ),
  },
  { $id: 'ApprovalResult' },
)

export const ListApprovalsQuery = Type.Object({
  status: Type.Optional(Type.String({ description: 'Um ou mais, separados por vírgula.' })),
  ...place,
})
