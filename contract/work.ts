import { Type } from 'typebox'
import { Id, Instant, Nullable } from './fields.ts'
import { place } from './list.ts'
import type { Wire } from './wire.ts'

/** The kinds of due work that an operator watches. */
export const workKinds = [
  'attempts',
  'charges',
  'refunds',
  'receivables',
  'disputes',
  'dispute-polls',
  'cashouts',
  'cashout-schedules',
  'deliveries',
  'domain-checks',
  'domain-removals',
  'reconciliations',
  'approvals',
  'mails',
] as const
export type WorkKind = (typeof workKinds)[number]

/** The kinds of work that may be stuck. */
export const stuckKinds = [
  'attempts',
  'refunds',
  'cashouts',
  'disputes',
  'webhook-addresses',
  'domain-removals',
  'approvals',
  'mails',
] as const
export type StuckKind = (typeof stuckKinds)[number]

const count = (description: string) =>
  Type.Object({
    count: Type.Integer({ description }),
    isMore: Type.Boolean({ description: 'A contagem parou em count; há esse tanto ou mais.' }),
  })

const WorkSubject = Type.Object(
  {
    accountId: Nullable(Id),
    id: Id,
    transactionId: Nullable(Id),
    providerId: Nullable(Id),
  },
  { description: 'O que espera há mais tempo: uma venda, um saque, um provedor…' },
)
/** The object of an item of work. */
export type WorkSubject = Wire<typeof WorkSubject>

export const WorkQueueWire = Type.Object(
  {
    kind: Type.Enum([...workKinds]),
    due: count('Já venceram e esperam um worker, ou o fim de uma suspensão.'),
    oldestDueAt: Nullable({
      ...Instant,
      description: 'Desde quando espera o mais antigo: se é muito antes de agora, faltam workers.',
    }),
    oldest: Nullable(WorkSubject),
    inHand: Nullable(
      count('Em mãos de um worker. null: a fila não sabe; é assim em todas, menos em deliveries.'),
    ),
    nextDueAt: Nullable({ ...Instant, description: 'Quando vence o próximo.' }),
  },
  { $id: 'WorkQueue' },
)
export type WorkQueueWire = Wire<typeof WorkQueueWire>

export const StuckWorkWire = Type.Object(
  {
    kind: Type.Enum([...stuckKinds]),
    accountId: Nullable(Id),
    id: Id,
    transactionId: Nullable(Id),
    providerId: Nullable(Id),
    reference: Nullable(
      Type.String({ description: 'Como o provedor, ou quem recebe, o conhece.' }),
    ),
    amount: Nullable(Type.Integer({ description: 'Centavos.' })),
    since: { ...Instant, description: 'Desde quando.' },
    attempts: Nullable(Type.Integer({ description: 'Quantas vezes se tentou ou perguntou.' })),
    nextAt: { ...Instant, description: 'Quando o worker tenta de novo.' },
    lastError: Nullable(Type.String()),
    advice: Type.String({ description: 'O que fazer.' }),
  },
  { $id: 'StuckWork' },
)
export type StuckWorkWire = Wire<typeof StuckWorkWire>

export const ListStuckQuery = Type.Object({
  kind: Type.Optional(
    Type.String({
      description: `Um ou mais, separados por vírgula: ${stuckKinds.join(', ')}. Padrão: todos.`,
    }),
  ),
  ...place,
})
