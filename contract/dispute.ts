import { type Static, Type } from 'typebox'
import { evidenceTypes } from './evidence.ts'
import { AmountInCents, Id, Instant, Nullable, Text } from './fields.ts'
import { placeOrPage } from './list.ts'
import type { Wire } from './wire.ts'

export const disputeStatuses = ['NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST'] as const
export type DisputeStatus = (typeof disputeStatuses)[number]
export const DisputeStatus = Type.Enum([...disputeStatuses], {
  description:
    'NEEDS_RESPONSE aberta, aceita resposta até answerBy; UNDER_REVIEW em análise no emissor ou no banco; WON o dinheiro é seu; LOST o dinheiro voltou ao pagador (o emissor ainda pode reverter, e ela passa a WON).',
})

export const disputeKinds = ['chargeback', 'med'] as const
export type DisputeKind = (typeof disputeKinds)[number]
export const DisputeKind = Type.Enum([...disputeKinds], {
  description:
    'chargeback: contestação de uma compra no cartão; med: mecanismo especial de devolução do PIX.',
})

export const disputeDecisions = ['contest', 'accept'] as const
export type DisputeDecision = (typeof disputeDecisions)[number]
const Decision = Type.Enum([...disputeDecisions], {
  description:
    'contest contesta, com texto ou documentos; accept aceita: o dinheiro volta ao pagador.',
})

const EvidenceType = Type.Enum([...evidenceTypes])

/** A document as evidence for a sale. It is never changed or removed. */
export const EvidenceWire = Type.Object(
  {
    id: Id,
    name: Type.String(),
    contentType: EvidenceType,
    size: Type.Integer({ minimum: 1, description: 'Bytes.' }),
    sha256: Type.String({ description: 'Em hexadecimal: confira que chegou inteiro.' }),
    url: Type.String({ description: 'De onde se baixa, com a chave secreta.' }),
    createdAt: Instant,
  },
  { $id: 'Evidence' },
)
export type EvidenceWire = Wire<typeof EvidenceWire>

const Answer = Type.Object({
  decision: Decision,
  text: Nullable(Type.String()),
  evidenceIds: Type.Array(Id),
  answeredBy: Nullable(
    Type.String({ description: 'O operador que respondeu; nulo quando foi a conta.' }),
  ),
  givenAt: Instant,
  sentAt: Nullable(Instant),
  rejectedReason: Nullable(
    Type.String({ description: 'Por que o provedor não aceitou a resposta.' }),
  ),
})

/** A claim against a payment: a card's chargeback or PIX's MED. */
export const DisputeWire = Type.Object(
  {
    id: Id,
    kind: DisputeKind,
    status: DisputeStatus,
    transactionId: Id,
    amount: AmountInCents,
    blockedAmount: Type.Integer({ minimum: 0, description: 'O que está bloqueado por ela agora.' }),
    lostAmount: Type.Integer({ minimum: 0, description: 'O que voltou ao pagador.' }),
    reason: Type.Object({
      code: Type.String({ description: 'O código da bandeira ou do banco, como veio.' }),
      text: Type.String(),
    }),
    openedAt: Type.String({
      format: 'date-time',
      description:
        'Quando foi aberta no provedor. Se ele informa só o dia, é o começo do dia, nunca antes do pagamento.',
    }),
    answerBy: Nullable(
      Type.String({ format: 'date-time', description: 'Até quando a resposta é aceita.' }),
    ),
    answer: Nullable(Answer),
    decidedAt: Nullable(Instant),
    returnId: Nullable(
      Type.String({ description: 'MED perdido: o identificador D… da devolução.' }),
    ),
    updatedAt: Instant,
  },
  { $id: 'Dispute' },
)
export type DisputeWire = Wire<typeof DisputeWire>

/** The books from which blocked money was taken. */
export const HeldPart = Type.Object(
  {
    book: Type.Enum(['available', 'pending', 'debt']),
    amount: AmountInCents,
    receivableId: Nullable(
      Type.String({ format: 'uuid', description: 'Com pending: o recebível.' }),
    ),
  },
  { $id: 'HeldPart' },
)
export type HeldPart = Wire<typeof HeldPart>

/** One dispute with its documents and its money. */
export const DisputeDetail = Type.Object(
  {
    ...DisputeWire.properties,
    blocked: Type.Array(HeldPart, {
      description: 'De onde saiu o que está bloqueado agora; a soma é blockedAmount.',
    }),
    entriesUrl: Type.String({ description: 'Todos os lançamentos que ela causou no saldo.' }),
    evidence: Type.Array(EvidenceWire),
    earlierAnswers: Type.Array(Answer, {
      description:
        'As respostas das etapas anteriores, quando a bandeira reabre o caso e quer outra.',
    }),
  },
  { $id: 'DisputeDetail' },
)
export type DisputeDetail = Wire<typeof DisputeDetail>

/**
 * Query strings arrive as text; each is read and checked by name, and an unknown one is ignored.
 */
export const ListDisputesQuery = Type.Object({
  status: Type.Optional(
    Type.String({
      description: 'Um ou mais, separados por vírgula.',
      examples: ['NEEDS_RESPONSE'],
    }),
  ),
  kind: Type.Optional(Type.String({ description: 'chargeback ou med. Padrão: ambos.' })),
  transactionId: Type.Optional(Id),
  ...placeOrPage,
})
export type ListDisputesQuery = Static<typeof ListDisputesQuery>

const name = Type.String({
  minLength: 1,
  maxLength: 120,
  description: 'O nome do arquivo.',
  examples: ['entrega.pdf'],
})

/** With the document itself as the body. */
export const EvidenceQuery = Type.Object({ name: Type.Optional(name) })

/** The same in JSON, for small documents. */
export const AddEvidenceRequest = Type.Object(
  {
    name,
    contentType: EvidenceType,
    content: Type.String({ minLength: 1, description: 'O documento em base64.' }),
  },
  { $id: 'AddEvidenceRequest' },
)

const answer = {
  decision: Decision,
  text: Type.Optional(
    Text(1_000, 'O que o emissor ou o banco deve saber. Com contest, ele ou um documento.'),
  ),
}
export const AnswerDisputeRequest = Type.Object(answer, { $id: 'AnswerDisputeRequest' })
export type AnswerDisputeRequest = Static<typeof AnswerDisputeRequest>

export const AnswerForAccountRequest = Type.Object(
  {
    ...answer,
    answeredBy: Type.String({
      minLength: 1,
      maxLength: 120,
      description: 'A pessoa que responde.',
    }),
  },
  { $id: 'AnswerForAccountRequest' },
)
