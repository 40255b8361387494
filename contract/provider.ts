import { Type } from 'typebox'
import { Id, Instant, Nullable } from './fields.ts'
import type { Wire } from './wire.ts'

const name = Type.String({ minLength: 1, maxLength: 120 })
const settings = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Conferidas pelo esquema do tipo de provedor, em GET /api/admin/provider-kinds.',
})

export const AddProviderRequest = Type.Object(
  {
    kind: Type.String({ maxLength: 60, examples: ['cielo', 'api-pix', 'banco-do-brasil'] }),
    name,
    settings,
  },
  { $id: 'AddProviderRequest' },
)

export const ChangeProviderRequest = Type.Object(
  { name: Type.Optional(name), settings: Type.Optional(settings) },
  { $id: 'ChangeProviderRequest' },
)

/** Never its settings: they hold secrets. */
export const ProviderWire = Type.Object(
  {
    id: Id,
    kind: Type.String(),
    rail: Nullable(Type.String()),
    name,
    callbackRegistered: Nullable(
      Type.Boolean({
        description: 'Se o banco aceitou o endereço dos avisos; nulo quando é cadastrado à mão.',
      }),
    ),
    updatedAt: Instant,
  },
  { $id: 'Provider' },
)
export type ProviderWire = Wire<typeof ProviderWire>

export const AddedProviderWire = Type.Object(
  {
    ...ProviderWire.properties,
    callbackUrl: Type.String({
      description: 'O endereço em que o provedor nos avisa. Mostrado só desta vez.',
    }),
  },
  { $id: 'AddedProvider' },
)
export type AddedProviderWire = Wire<typeof AddedProviderWire>

export const ProviderKindWire = Type.Object(
  {
    kind: Type.String(),
    rail: Type.String(),
    settings: Type.Unknown({ description: 'JSON Schema das configurações.' }),
  },
  { $id: 'ProviderKind' },
)
export type ProviderKindWire = Wire<typeof ProviderKindWire>

export const ClockWire = Type.Object({ now: Instant, offsetMs: Type.Integer() }, { $id: 'Clock' })
export type ClockWire = Wire<typeof ClockWire>

export const MovedClockWire = Type.Object(
  {
    ...ClockWire.properties,
    done: Type.Boolean({ description: 'O que venceu está feito, em todos os workers.' }),
    workers: Type.Integer({ description: 'Quantos workers fizeram o que venceu.' }),
    reason: Type.Optional(
      Type.Enum(['no-worker', 'worker-lost', 'not-finished'], {
        description:
          'Por que não está feito: nenhum worker ligado, um worker que morreu com trabalho começado, ou trabalho que ainda dura.',
      }),
    ),
  },
  { $id: 'MovedClock' },
)
export type MovedClockWire = Wire<typeof MovedClockWire>

export const AdvanceClockRequest = Type.Object(
  {
    advance: Type.String({
      maxLength: 60,
      description: 'Duração ISO 8601.',
      examples: ['P30D', 'PT2H'],
    }),
  },
  { $id: 'AdvanceClockRequest' },
)
