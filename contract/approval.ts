import { Type } from 'typebox'
import { actorKinds } from './audit.ts'
import { Id, Instant, Nullable, Text } from './fields.ts'
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

const Party = Type.Object({
  kind: Type.Enum([...actorKinds]),
  id: Type.String(),
  name: Type.String(),
})

export const ApprovalWire = Type.Object(
  {
    id: Id,
    accountId: Nullable(Id),
    status: Type.Enum(Object.keys(approvalStatusTexts), {
      description: Object.entries(approvalStatusTexts)
        .map(([status, text]) => `${status}: ${text}`)
        .join('; '),
    }),
    action: Type.String({ examples: ['account.change'] }),
    permission: Type.String({ description: 'O que quem decide precisa poder.' }),
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
  },
  { $id: 'Approval' },
)
export type ApprovalWire = Wire<typeof ApprovalWire>

export const DecideApprovalRequest = Type.Object(
  { reason: Type.Optional(Text(500, 'Por quê.')) },
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
