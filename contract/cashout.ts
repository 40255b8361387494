import { type Static, Type } from 'typebox'
import {
  AmountInCents,
  CentsOrZero,
  DecisionReason,
  Id,
  Instant,
  Nullable,
  Text,
} from './fields.ts'
import { period, placeOrPage, tableFormat } from './list.ts'
import type { Wire } from './wire.ts'

export const pixTypes = ['CPF', 'CNPJ', 'PHONE', 'EMAIL', 'EVP'] as const
export type PixType = (typeof pixTypes)[number]
export const PixType = Type.Enum([...pixTypes], {
  description:
    'Tipo da chave, em qualquer caixa. Ausente: a forma da chave diz. EVP é a chave aleatória.',
})

/** Where a cashout goes: a key, or an account at a bank. */
export const destinationTypes = [...pixTypes, 'ACCOUNT'] as const
export type DestinationType = (typeof destinationTypes)[number]
const DestinationType = Type.Enum([...destinationTypes], {
  description: 'ACCOUNT: uma conta, em bankAccount. Senão, o tipo da chave.',
})

export const accountKinds = ['CHECKING', 'SAVINGS', 'PAYMENT'] as const
export type AccountKind = (typeof accountKinds)[number]

const bankAccount = {
  ispb: Type.String({
    minLength: 8,
    maxLength: 10,
    description: 'O ISPB da instituição: oito caracteres.',
    examples: ['18236120'],
  }),
  branch: Type.String({
    minLength: 1,
    maxLength: 10,
    description: 'Agência, sem o dígito.',
    examples: ['0001'],
  }),
  number: Type.String({
    minLength: 1,
    maxLength: 30,
    description: 'Conta, com o dígito.',
    examples: ['123456-7'],
  }),
  type: Type.Enum([...accountKinds], {
    description: 'CHECKING corrente; SAVINGS poupança; PAYMENT conta de pagamento.',
  }),
}

const BankAccountInput = Type.Object(
  {
    ispb: bankAccount.ispb,
    branch: bankAccount.branch,
    number: bankAccount.number,
    type: Type.Optional(bankAccount.type),
  },
  {
    description:
      'No lugar de pixKey. O titular vai em beneficiaryName e beneficiaryDocument. type ausente: CHECKING.',
  },
)

export const PixKeyText = Type.String({
  minLength: 1,
  maxLength: 100,
  description:
    'CPF e CNPJ com ou sem pontuação; telefone com + e código do país; e-mail; chave aleatória.',
  examples: ['fulano@exemplo.com.br', '+5561912345678'],
})

export const cashoutStatuses = [
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'CANCELED',
  'REFUNDED',
] as const
export type CashoutStatus = (typeof cashoutStatuses)[number]
export const CashoutStatus = Type.Enum([...cashoutStatuses], {
  description:
    'PENDING reservado, ainda não enviado; PROCESSING no banco; COMPLETED entregue; FAILED recusado, o dinheiro voltou ao saldo; CANCELED cancelado antes de ir; REFUNDED devolvido depois de entregue.',
})

const description = Text(140, 'O recebedor lê este texto.')

export const CreateCashoutRequest = Type.Object(
  {
    amount: AmountInCents,
    pixKey: Type.Optional(PixKeyText),
    pixType: Type.Optional(PixType),
    bankAccount: Type.Optional(BankAccountInput),
    qrcode: Type.Optional(
      Text(
        512,
        'No lugar de pixKey: o PIX copia e cola que o saque paga. amount é o valor dele; um código sem valor recebe o que amount disser.',
      ),
    ),
    beneficiaryName: Type.Optional(Text(255)),
    beneficiaryDocument: Type.Optional(
      Text(24, 'CPF ou CNPJ do dono da chave. O banco recusa se a chave for de outra pessoa.'),
    ),
    description: Type.Optional(description),
    postbackUrl: Type.Optional(Text(2_048, 'Recebe cada mudança de status, como nas transações.')),
    externalRef: Type.Optional(Text(255)),
    receiverToken: Type.Optional(
      Text(
        2_048,
        'De POST /api/user/cashout/receiver, por 30 minutos: o saque segue essa consulta.',
      ),
    ),
    confirmDuplicate: Type.Optional(
      Type.Boolean({
        description:
          'Confirma um segundo saque igual, mesma chave e valor, em poucos minutos. A cobrança de um código PIX dinâmico é paga uma vez só, com ele também.',
      }),
    ),
  },
  { $id: 'CreateCashoutRequest' },
)
export type CreateCashoutRequest = Static<typeof CreateCashoutRequest>

export const CashoutReceiverRequest = Type.Object(
  { pixKey: PixKeyText, pixType: Type.Optional(PixType) },
  { $id: 'CashoutReceiverRequest' },
)

/** The owner of a key, as far as the bank shows it before a payment. */
export const CashoutReceiverWire = Type.Object(
  {
    pixKey: Type.String(),
    pixType: PixType,
    query: Type.Enum(['found', 'not-found', 'not-offered'], {
      description:
        'not-found: a chave não existe; not-offered: o banco dos saques não informa o titular antes do pagamento.',
    }),
    name: Nullable(Type.String()),
    document: Nullable(Type.String({ description: 'O CPF vem mascarado.' })),
    isOwn: Nullable(
      Type.Boolean({ description: 'A chave é da própria conta. null: não se sabe.' }),
    ),
    receiverToken: Nullable(
      Type.String({ description: 'Envie-o no saque: o diretório PIX espera esse pagamento.' }),
    ),
  },
  { $id: 'CashoutReceiver' },
)
export type CashoutReceiverWire = Wire<typeof CashoutReceiverWire>

/** Who can approve a cashout: a person, or a program of the merchant. */
export const approvers = ['person', 'callback'] as const
export type Approver = (typeof approvers)[number]

const Approval = Type.Object({
  by: Type.Enum([...approvers], {
    description: 'De quem se espera a decisão. decidedBy diz se foi uma pessoa que a tomou.',
  }),
  cause: Type.Enum(['amount', 'owner'], {
    description:
      'Por que espera: amount, o valor passa do limite de aprovação; owner, não se sabe se o destino é da própria conta.',
  }),
  state: Type.Enum(['waiting', 'approved', 'denied', 'canceled'], {
    description: 'canceled: o saque foi cancelado, ou o prazo acabou, sem decisão.',
  }),
  requestedBy: Nullable(
    Type.Object(
      { keyId: Id, name: Type.String() },
      {
        description:
          'A chave secreta que pediu; de um saque automático, a que o configurou por último.',
      },
    ),
  ),
  decidedBy: Nullable(
    Type.String({ description: 'A pessoa; null se foi o seu programa, ou se ninguém decidiu.' }),
  ),
  decidedAt: Nullable(Instant),
  reason: Nullable(Type.String()),
})

export const CashoutWire = Type.Object(
  {
    id: Id,
    status: CashoutStatus,
    amount: AmountInCents,
    fee: CentsOrZero,
    totalAmount: Type.Integer({ description: 'O que sai do saldo: valor e tarifa.' }),
    refundedAmount: CentsOrZero,
    pixKey: Type.String({
      description: 'Na forma normal do diretório PIX. De uma conta: ISPB/agência/conta/tipo.',
    }),
    pixType: DestinationType,
    bankAccount: Nullable(Type.Object(bankAccount)),
    qrcode: Nullable(
      Type.String({
        description: 'O PIX copia e cola que o saque paga. A chave dele está em pixKey.',
      }),
    ),
    isKeyVerified: Nullable(
      Type.Boolean({
        description:
          'De um código: false quando o banco não verificou a chave dele, e o dinheiro pode ir para a chave de outra pessoa.',
      }),
    ),
    beneficiaryName: Nullable(Type.String()),
    beneficiaryDocument: Nullable(Type.String()),
    description: Nullable(Type.String()),
    postbackUrl: Nullable(Type.String()),
    externalRef: Nullable(Type.String()),
    origin: Type.Enum(['request', 'schedule'], {
      description: 'Pedido pela API ou feito pelo saque automático.',
    }),
    endToEndId: Nullable(
      Type.String({ description: 'O identificador do PIX, com letras maiúsculas e minúsculas.' }),
    ),
    receiver: Nullable(
      Type.Object(
        { name: Nullable(Type.String()), document: Nullable(Type.String()) },
        { description: 'Quem recebeu, como o banco informa.' },
      ),
    ),
    receiptUrl: Nullable(Type.String()),
    refusedReason: Nullable(Type.String()),
    canceledReason: Nullable(
      Type.Enum(['requested', 'denied', 'not-approved', 'owed'], {
        description:
          'A pedido; negado por quem aprova; sem resposta de quem aprova; antes de sair, uma disputa ou dívida da conta precisou do valor.',
      }),
    ),
    approval: Nullable(Approval),
    notBefore: Nullable(
      Type.String({
        format: 'date-time',
        description:
          'A conta nunca pagou esta chave: o envio espera até este instante, e até lá pode ser cancelado.',
      }),
    ),
    refunds: Type.Array(
      Type.Object({
        id: Type.String({ description: 'O identificador D… da devolução.' }),
        amount: AmountInCents,
        createdAt: Instant,
      }),
    ),
    createdAt: Instant,
    updatedAt: Instant,
    completedAt: Nullable(Instant),
  },
  { $id: 'Cashout' },
)
export type CashoutWire = Wire<typeof CashoutWire>

/**
 * Query strings arrive as text; each is read and checked by name, and an unknown one is ignored.
 */
export const ListCashoutsQuery = Type.Object({
  status: Type.Optional(
    Type.String({ description: 'Um ou mais, separados por vírgula.', examples: ['COMPLETED'] }),
  ),
  ...period,
  externalRef: Type.Optional(Type.String({ maxLength: 255 })),
  ...placeOrPage,
  ...tableFormat,
})
export type ListCashoutsQuery = Static<typeof ListCashoutsQuery>

export const CashoutReceiptWire = Type.Object(
  {
    cashoutId: Id,
    endToEndId: Type.String(),
    amount: AmountInCents,
    paidAt: Instant,
    paidAtInBrazil: Type.String({
      description: 'Data e hora de São Paulo.',
      examples: ['21/11/2026 14:03:00'],
    }),
    payer: Type.Object({
      name: Type.String(),
      document: Type.String({ description: 'Mascarado.' }),
    }),
    receiver: Type.Object({
      name: Nullable(Type.String()),
      document: Nullable(Type.String({ description: 'Mascarado.' })),
      pixKey: Type.String({ description: 'Chave que é documento sai mascarada.' }),
      pixType: DestinationType,
    }),
    description: Nullable(Type.String()),
    refunds: Type.Array(
      Type.Object({ id: Type.String(), amount: AmountInCents, createdAt: Instant }),
    ),
  },
  { $id: 'CashoutReceipt' },
)
export type CashoutReceiptWire = Wire<typeof CashoutReceiptWire>

export const CashoutApprovalWire = Type.Object(
  {
    above: Nullable(
      Type.Integer({ description: 'Acima deste valor em centavos alguém precisa aprovar.' }),
    ),
    by: Nullable(Type.Enum([...approvers])),
    url: Nullable(Type.String()),
    token: Nullable(
      Type.String({
        description: 'Vem no cabeçalho x-guiche-approval-token de cada pergunta ao seu programa.',
      }),
    ),
  },
  { $id: 'CashoutApproval' },
)
export type CashoutApprovalWire = Wire<typeof CashoutApprovalWire>

export const scheduleFrequencies = ['DAILY', 'WEEKLY'] as const
export type ScheduleFrequency = (typeof scheduleFrequencies)[number]

/** In the order of the week, from Monday. */
export const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const
const schedule = {
  frequency: Type.Enum([...scheduleFrequencies], {
    description: 'Em dias úteis; um feriado passa ao dia útil seguinte.',
  }),
  weekday: Type.Optional(
    Nullable(Type.Enum([...weekdays], { description: 'Só com WEEKLY. Padrão: MONDAY.' })),
  ),
  time: Type.Optional(
    Type.String({
      pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
      description: 'Hora de São Paulo. Padrão: 09:00.',
    }),
  ),
  minimumAmount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 99_999_999_999,
      description: 'Não saca menos que isto. Padrão: 1.',
    }),
  ),
  reserve: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 99_999_999_999,
      description: 'Fica sempre no saldo. Padrão: 0.',
    }),
  ),
  pixKey: PixKeyText,
  pixType: Type.Optional(PixType),
  beneficiaryName: Type.Optional(Nullable(Text(255))),
  beneficiaryDocument: Type.Optional(Nullable(Text(24))),
  postbackUrl: Type.Optional(Nullable(Text(2_048))),
}

export const PutCashoutScheduleRequest = Type.Object(
  {
    ...Type.Partial(Type.Object(schedule)).properties,
    enabled: Type.Boolean({
      description: 'false desliga; o resto pode faltar e fica como estava.',
    }),
  },
  { $id: 'PutCashoutScheduleRequest' },
)
export type PutCashoutScheduleRequest = Static<typeof PutCashoutScheduleRequest>

export const CashoutScheduleWire = Type.Object(
  {
    enabled: Type.Boolean(),
    frequency: Nullable(Type.Enum([...scheduleFrequencies])),
    weekday: Nullable(Type.Enum([...weekdays])),
    time: Nullable(Type.String()),
    minimumAmount: Nullable(Type.Integer()),
    reserve: Nullable(Type.Integer()),
    pixKey: Nullable(Type.String()),
    pixType: Nullable(PixType),
    beneficiaryName: Nullable(Type.String()),
    beneficiaryDocument: Nullable(Type.String()),
    postbackUrl: Nullable(Type.String()),
    nextAt: Nullable(Instant),
  },
  { $id: 'CashoutSchedule' },
)
export type CashoutScheduleWire = Wire<typeof CashoutScheduleWire>

/** Of a person who is signed in: the name is that of the login. */
export const DecideOwnCashoutRequest = Type.Object(
  { reason: Type.Optional(DecisionReason) },
  { $id: 'DecideOwnCashoutRequest' },
)

export const DecideCashoutRequest = Type.Object(
  {
    decidedBy: Type.String({
      minLength: 1,
      maxLength: 120,
      description: 'A pessoa que decide. Aprova outra que a que pediu.',
    }),
    reason: Type.Optional(DecisionReason),
  },
  { $id: 'DecideCashoutRequest' },
)
