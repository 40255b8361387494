import { Type } from 'typebox'
import { Id, InBothLanguages, Instant, Nullable } from './fields.ts'
import { SettlementFileWire } from './reconciliation.ts'
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

/** How a provider is; the rule is in `src/providers/health/health-state.ts`. */
const state = Type.Enum(['healthy', 'degraded', 'silent', 'idle'], {
  description:
    'Na última hora: healthy responde; degraded deixou de responder a uma em vinte chamadas ou mais; silent não respondeu a nenhuma, ou recebe só uma consulta por vez; idle não foi chamado.',
})

const Calls = Type.Object(
  {
    count: Type.Integer(),
    failures: Type.Integer({
      description: 'Sem resposta que sirva: silêncio, sem conexão, ou nossa credencial recusada.',
    }),
    successRate: Nullable(Type.Number({ description: 'De 0 a 1; nulo sem chamadas.' })),
    p50Ms: Nullable(Type.Integer()),
    p99Ms: Nullable(Type.Integer()),
  },
  { $id: 'ProviderCalls' },
)

const OperationCalls = Type.Object(
  {
    operation: Type.String({ examples: ['sale', 'createCharge', 'send', 'disputes.list'] }),
    hour: Calls,
    day: Calls,
  },
  { $id: 'ProviderOperation' },
)

const summary = {
  state,
  hour: Calls,
  lastAnswerAt: Nullable(Instant),
  lastFailureAt: Nullable(Instant),
  lastCallbackAt: Nullable(Instant),
}

export const ListedProviderWire = Type.Object(
  { ...ProviderWire.properties, health: Type.Object(summary, { $id: 'ProviderSummary' }) },
  { $id: 'ListedProvider' },
)
export type ListedProviderWire = Wire<typeof ListedProviderWire>

export const ProviderHealthWire = Type.Object(
  {
    ...ProviderWire.properties,
    ...summary,
    day: Calls,
    operations: Type.Array(OperationCalls),
    breaker: Type.Enum(['closed', 'half-open'], {
      description:
        'half-open: o provedor não responde, e recebe só uma consulta a cada 10 s até responder.',
    }),
    callback: Type.Object({
      registered: ProviderWire.properties.callbackRegistered,
      renewedAt: Nullable(Instant),
      oldAddressInUse: Type.Boolean({
        description: 'O provedor ainda não usou o endereço novo; o anterior continua valendo.',
      }),
      lastReceivedAt: Nullable(Instant),
    }),
    certificateEndsAt: Nullable({
      ...Instant,
      description: 'Quando vence o nosso primeiro certificado neste provedor.',
    }),
    lastFile: Nullable(SettlementFileWire),
  },
  { $id: 'ProviderHealth' },
)
export type ProviderHealthWire = Wire<typeof ProviderHealthWire>
export type ProviderCallsWire = Wire<typeof Calls>

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

const limit = Nullable(Type.Integer())

const SettingField = Type.Object(
  {
    name: Type.String({
      description: 'O caminho em settings, com pontos.',
      examples: ['merchantId', 'wallet.certificate'],
    }),
    group: Nullable(Type.String({ description: 'O nome do grupo em que está.' })),
    type: Type.Enum(['text', 'number', 'choice', 'boolean', 'file', 'group'], {
      description:
        'file: o conteúdo de um arquivo de texto, como um certificado PEM. group: um objeto, cujos campos vêm a seguir.',
    }),
    isList: Type.Boolean({ description: 'Uma lista de valores deste tipo.' }),
    isSecret: Type.Boolean({ description: 'Não se mostra enquanto se digita.' }),
    isRequired: Type.Boolean({
      description: 'Dentro de um grupo: obrigatório quando o grupo é enviado.',
    }),
    default: Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
    label: InBothLanguages,
    help: Nullable(InBothLanguages),
    choices: Nullable(Type.Array(Type.Object({ value: Type.String(), label: InBothLanguages }))),
    accept: Nullable(
      Type.String({ description: 'De um arquivo: as extensões.', examples: ['.pem,.crt'] }),
    ),
    pattern: Nullable(Type.String({ description: 'Expressão regular de um valor.' })),
    minLength: limit,
    maxLength: limit,
    minimum: limit,
    maximum: limit,
    minItems: limit,
    maxItems: limit,
  },
  { $id: 'ProviderSettingField' },
)
export type SettingFieldWire = Wire<typeof SettingField>

/** What a kind of provider can do for us. The last three need their settings. */
export const providerServices = [
  'card',
  'pix',
  'boleto',
  'cashout',
  'device-pay',
  'disputes',
  'files',
] as const
export type ProviderService = (typeof providerServices)[number]

export const ProviderKindWire = Type.Object(
  {
    kind: Type.String({ description: 'O identificador do tipo.' }),
    name: Type.String({ description: 'O nome que as pessoas conhecem.' }),
    rail: Type.String(),
    services: Type.Array(Type.Enum([...providerServices]), {
      description:
        'O que o tipo faz. device-pay, disputes (responder disputas) e files (arquivos diários) só com as suas configurações.',
    }),
    fields: Type.Array(SettingField, {
      description: 'Os campos das configurações, na ordem de um formulário.',
    }),
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
