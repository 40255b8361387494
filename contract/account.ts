import { type Static, type TSchema, Type } from 'typebox'
import { approvers } from './cashout.ts'
import {
  AmountInCents,
  CentsOrZero,
  Id,
  Instant,
  Nullable,
  type PaymentMethod,
  paymentMethods,
  Text,
} from './fields.ts'
import { place } from './list.ts'
import { keyPermissions } from './permission.ts'
import type { Wire } from './wire.ts'

const Price = Type.Object({
  fixed: CentsOrZero,
  basisPoints: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'Centésimos de um por cento: 399 é 3,99 %.',
  }),
})

/** A schema for each payment method, and for the other names beside them. */
type ByMethod<Others extends string = never> = Readonly<Record<PaymentMethod | Others, TSchema>>

const Methods = Type.Object({
  PIX: Type.Boolean(),
  BOLETO: Type.Boolean(),
  CREDIT_CARD: Type.Boolean(),
  DEVICE_PAY: Type.Boolean(),
} satisfies ByMethod<'DEVICE_PAY'>)

const AccountLimits = Type.Object({
  minAmount: AmountInCents,
  maxAmount: AmountInCents,
  maxInstallments: Type.Integer({ minimum: 1, maximum: 99 }),
})

const Prices = Type.Object({
  PIX: Price,
  BOLETO: Price,
  CREDIT_CARD: Type.Array(
    Type.Object({ upTo: Type.Integer({ minimum: 1, maximum: 99 }), ...Price.properties }),
    {
      minItems: 1,
      maxItems: 20,
      description: 'Por faixa de parcelas, em ordem crescente de upTo.',
    },
  ),
  CASHOUT: Type.Object(
    { ...Price.properties },
    { description: 'Cada saque: além do que o beneficiário recebe.' },
  ),
} satisfies ByMethod<'CASHOUT'>)

/** A method without a price cannot be sold. */
const PricesWire = Type.Object({
  PIX: Nullable(Price),
  BOLETO: Nullable(Price),
  CREDIT_CARD: Type.Array(Prices.properties.CREDIT_CARD.items),
  CASHOUT: Nullable(Price),
} satisfies ByMethod<'CASHOUT'>)

const SettlementDays = Type.Object(
  {
    PIX: Type.Integer({ minimum: 0, maximum: 60, description: 'Dias úteis.' }),
    BOLETO: Type.Integer({ minimum: 0, maximum: 60, description: 'Dias úteis.' }),
    CREDIT_CARD: Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'Dias corridos entre parcelas, até o próximo dia útil.',
    }),
  } satisfies ByMethod,
  { description: 'Quanto tempo depois do pagamento o dinheiro fica disponível. Zero: na hora.' },
)

const AccountProviders = Type.Object({
  card: Type.Optional(Nullable(Id)),
  pix: Type.Optional(Nullable(Id)),
  boleto: Type.Optional(Nullable(Id)),
  payout: Type.Optional(Nullable(Id)),
})

const CashoutLimits = Type.Object({
  perOperation: CentsOrZero,
  perDay: Type.Integer({
    minimum: 0,
    maximum: 99_999_999_999,
    description: 'Das 6h às 20h de São Paulo.',
  }),
  perNight: Type.Integer({ minimum: 0, maximum: 99_999_999_999, description: 'Das 20h às 6h.' }),
})

const Approval = Type.Object(
  {
    above: CentsOrZero,
    by: Type.Enum([...approvers], {
      description:
        'person: uma pessoa da conta ou do operador aprova. callback: um programa do lojista responde {"approved": true ou false}.',
    }),
    url: Type.Optional(
      Type.String({ pattern: '^https?://', maxLength: 2_048, description: 'Só com callback.' }),
    ),
  },
  {
    description:
      'Saques acima deste valor esperam a aprovação de outra pessoa, ou de um programa do lojista.',
  },
)

const Cashout = Type.Object({
  enabled: Type.Boolean(),
  limits: CashoutLimits,
  ownerCheck: Type.Enum(['none', 'beneficiary', 'account-or-approval', 'account'], {
    description:
      'De quem o destino deve ser: de qualquer um (none), do beneficiário quando o documento é enviado (beneficiary, o padrão), da própria conta ou aprovado por outra pessoa (account-or-approval), ou só da própria conta (account).',
  }),
  duplicateWindowSeconds: Type.Integer({
    minimum: 0,
    maximum: 86_400,
    description:
      'Um saque com a mesma chave e o mesmo valor nesse prazo é recusado como repetição. 0 desliga.',
  }),
  newKeyWaitSeconds: Type.Integer({
    minimum: 0,
    maximum: 2_592_000,
    description:
      'Quanto espera um saque para uma chave que a conta nunca pagou. Padrão em produção: um dia. 0 desliga.',
  }),
})

const CashoutChoices = Type.Object({
  ...Type.Partial(Cashout).properties,
  limits: Type.Optional(Type.Partial(CashoutLimits)),
  approval: Type.Optional(Nullable(Approval)),
})

const name = Type.String({ minLength: 1, maxLength: 120 })
const softDescriptor = Type.String({
  pattern: '^[A-Za-z0-9]{1,13}$',
  description: 'O texto na fatura do cartão.',
})
const walletBinding = Type.Enum(['automatic', 'none', 'session', 'application-data'], {
  description:
    'O que prende um token Device Pay a esta conta: uma sessão dos últimos dez minutos (session), o id da conta em applicationData (application-data), ou applicationData se o token o traz e senão a sessão (automatic, o padrão de contas novas). No sandbox, automatic não exige a sessão.',
})
const refundsBeyondBalance = Type.Enum(['refuse', 'debt'], {
  description:
    'Devolução maior que o saldo e o que há a receber: recusar (o padrão) ou ficar devendo.',
})
const refundDuplicateWindowSeconds = Type.Integer({
  minimum: 0,
  maximum: 86_400,
  description:
    'Uma devolução igual da mesma transação nesse prazo, sem Idempotency-Key, é recusada como repetição. 0 desliga.',
})
const refundedFees = Type.Enum(['keep', 'return'], {
  description:
    'A tarifa da venda devolvida: fica (o padrão) ou volta na mesma proporção. Vale para as próximas vendas.',
})
const lateWalletApproval = Type.Enum(['void', 'keep'], {
  description:
    'Device Pay aprovado depois de o pagador ver "não concluído": cancelar (void, o padrão) ou manter (keep).',
})
const secretKeyWithOrigin = Type.Enum(['allow', 'refuse'], {
  description:
    'Chave secreta com cabeçalho Origin, como a envia um navegador: aceitar (allow, o padrão; alguns servidores repassam o cabeçalho) ou recusar (refuse).',
})
const boletoPayableDaysAfterDue = Type.Integer({ minimum: 0, maximum: 365 })
const boletoProtestAfterDays = Type.Integer({
  minimum: 0,
  maximum: 99,
  description:
    'Boletos sem boleto.overdue vão a protesto tantos dias depois do vencimento. 0: nenhum. Só os prazos que o banco aceita.',
})
const boletoOverdueInOrders = Type.Enum(['refuse', 'allow'], {
  description:
    'Pedido com protesto ou negativação em boleto.overdue: recusar (o padrão) ou aceitar. O banco protesta em nome do beneficiário e cobra dele as custas.',
})

/**
 * What an operator leaves out is off: methods without a provider, and cashouts. No method has a
 * price. In the sandbox the default price is zero.
 */
const choices = {
  methods: Type.Optional(Type.Partial(Methods)),
  limits: Type.Optional(Type.Partial(AccountLimits)),
  prices: Type.Optional(Type.Partial(Prices)),
  settlementDays: Type.Optional(Type.Partial(SettlementDays)),
  cashout: Type.Optional(CashoutChoices),
  providers: Type.Optional(AccountProviders),
  softDescriptor: Type.Optional(Nullable(softDescriptor)),
  boletoPayableDaysAfterDue: Type.Optional(boletoPayableDaysAfterDue),
  boletoProtestAfterDays: Type.Optional(boletoProtestAfterDays),
  boletoOverdueInOrders: Type.Optional(boletoOverdueInOrders),
  refundsBeyondBalance: Type.Optional(refundsBeyondBalance),
  refundDuplicateWindowSeconds: Type.Optional(refundDuplicateWindowSeconds),
  refundedFees: Type.Optional(refundedFees),
  lateWalletApproval: Type.Optional(lateWalletApproval),
  secretKeyWithOrigin: Type.Optional(secretKeyWithOrigin),
  walletBinding: Type.Optional(walletBinding),
}

export const accountStatuses = ['active', 'suspended'] as const
export type AccountStatus = (typeof accountStatuses)[number]

export const ListAccountsQuery = Type.Object({
  search: Type.Optional(
    Type.String({ description: 'Um id, um CPF ou CNPJ inteiro, ou o começo do nome.' }),
  ),
  status: Type.Optional(
    Type.String({
      description: `Um ou mais, separados por vírgula: ${accountStatuses.join(', ')}.`,
    }),
  ),
  ...place,
})

export const OpenAccountRequest = Type.Object(
  { name, document: Type.String({ maxLength: 24, description: 'CPF ou CNPJ.' }), ...choices },
  { $id: 'OpenAccountRequest' },
)
export type OpenAccountRequest = Static<typeof OpenAccountRequest>

export const ChangeAccountRequest = Type.Object(
  { name: Type.Optional(name), status: Type.Optional(Type.Enum([...accountStatuses])), ...choices },
  { $id: 'ChangeAccountRequest' },
)
export type ChangeAccountRequest = Static<typeof ChangeAccountRequest>

export const AccountWire = Type.Object(
  {
    id: Id,
    name,
    document: Type.String(),
    status: Type.Enum([...accountStatuses]),
    methods: Methods,
    limits: AccountLimits,
    prices: PricesWire,
    settlementDays: SettlementDays,
    cashout: Type.Object({ ...Cashout.properties, approval: Nullable(Approval) }),
    providers: Type.Object({
      card: Nullable(Id),
      pix: Nullable(Id),
      boleto: Nullable(Id),
      payout: Nullable(Id),
    }),
    softDescriptor: Nullable(softDescriptor),
    ...{ boletoPayableDaysAfterDue, boletoProtestAfterDays, boletoOverdueInOrders },
    refundsBeyondBalance,
    refundDuplicateWindowSeconds,
    refundedFees,
    lateWalletApproval,
    secretKeyWithOrigin,
    walletBinding,
    notReady: Type.Array(
      Type.Object({
        what: Type.Enum([...paymentMethods, 'CASHOUT']),
        set: Type.Array(Type.String(), { examples: [['providers.pix', 'prices.PIX']] }),
      }),
      {
        description:
          'O que a conta ainda não pode fazer, e os campos que faltam definir para isso.',
      },
    ),
  },
  { $id: 'Account' },
)
export type AccountWire = Wire<typeof AccountWire>

const shown = AccountWire.properties

/** What an account reads about itself. */
export const OwnAccountWire = Type.Object(
  {
    ...{ id: shown.id, name: shown.name, document: shown.document, status: shown.status },
    ...{ methods: shown.methods, limits: shown.limits, prices: shown.prices },
    settlementDays: shown.settlementDays,
    cashout: Type.Object({
      ...Cashout.properties,
      approval: Nullable(
        Type.Object(
          { above: CentsOrZero, by: Type.Enum([...approvers]) },
          {
            description:
              'Saques acima deste valor esperam outra pessoa, ou um programa do lojista.',
          },
        ),
      ),
    }),
    softDescriptor: shown.softDescriptor,
    ...{ boletoPayableDaysAfterDue, boletoProtestAfterDays, boletoOverdueInOrders },
    ...{ refundsBeyondBalance, refundedFees, refundDuplicateWindowSeconds },
    notReady: Type.Array(Type.Enum([...paymentMethods, 'CASHOUT']), {
      description: 'O que a conta ainda não pode fazer, porque falta um provedor ou um preço.',
    }),
  },
  { $id: 'OwnAccount' },
)
export type OwnAccountWire = Wire<typeof OwnAccountWire>

export const keyKinds = ['secret', 'public'] as const
export type KeyKind = (typeof keyKinds)[number]

export const IssueKeyRequest = Type.Object(
  {
    kind: Type.Enum([...keyKinds]),
    name,
    permissions: Type.Optional(
      Type.Array(Type.Enum([...keyPermissions]), {
        minItems: 1,
        maxItems: keyPermissions.length,
        uniqueItems: true,
        description: 'O que a chave secreta pode. Sem este campo: tudo o que uma chave pode.',
      }),
    ),
    addresses: Type.Optional(
      Type.Array(Text(64), {
        minItems: 1,
        maxItems: 50,
        description:
          'Endereços ou redes de onde a chave secreta é aceita, como 203.0.113.7 ou 203.0.113.0/24. Sem este campo: de todos.',
      }),
    ),
    expiresAt: Type.Optional({
      ...Instant,
      description: 'Desde então a chave não vale, nem a que a trocar. Sem este campo: não tem fim.',
    }),
  },
  { $id: 'IssueKeyRequest' },
)

export const RotateKeyRequest = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        description: 'Por quanto tempo a chave antiga ainda vale. Padrão: um dia.',
      }),
    ),
  },
  { $id: 'RotateKeyRequest' },
)

/** Never the key itself, which is shown once, when it is created. */
export const KeyWire = Type.Object(
  {
    id: Id,
    kind: Type.Enum([...keyKinds]),
    name,
    hint: Type.String({ description: 'O começo e o fim da chave.', examples: ['sk_4fKd2…9aBz'] }),
    createdAt: Instant,
    permissions: Nullable(
      Type.Array(Type.Enum([...keyPermissions]), {
        description: 'null: tudo o que uma chave pode.',
      }),
    ),
    addresses: Nullable(
      Type.Array(Type.String(), { description: 'Redes de onde é aceita. null: de todas.' }),
    ),
    expiresAt: Nullable(Instant),
    revokedAt: Nullable(Instant),
    lastUsedAt: Nullable(Instant),
  },
  { $id: 'Key' },
)
export type KeyWire = Wire<typeof KeyWire>

export const IssuedKeyWire = Type.Object(
  { ...KeyWire.properties, key: Type.String({ description: 'Mostrada só desta vez.' }) },
  { $id: 'IssuedKey' },
)
export type IssuedKeyWire = Wire<typeof IssuedKeyWire>
