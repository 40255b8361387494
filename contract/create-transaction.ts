import { type Static, Type } from 'typebox'
import { BoletoOverdueInput } from './boleto-overdue.ts'
import { Address, AmountInCents, CentsOrZero, Method, Text } from './fields.ts'
import { PixDueInput } from './pix-due.ts'

/**
 * A creation request in the one form that the rules read
 * (docs/design/interface.md#creation-request). Existing clients also send null for absent, `pix`
 * for `PIX`, 0/1 for false/true, and blocks of other methods. Such requests are converted to this
 * form before they are checked.
 */
export const CardInput = Type.Object(
  {
    number: Type.String({
      pattern: '^[0-9]{12,19}$',
      description: 'Só dígitos; espaços e hífens são tolerados.',
      examples: ['4111111111111111'],
    }),
    holderName: Type.String({ minLength: 1, maxLength: 100 }),
    expirationMonth: Type.Integer({ minimum: 1, maximum: 12 }),
    expirationYear: Type.Integer({
      minimum: 2000,
      maximum: 2099,
      description: 'Com dois dígitos é entendido como 20xx.',
    }),
    cvv: Type.Optional(Type.String({ pattern: '^[0-9]{3,4}$' })),
  },
  { $id: 'Card', description: 'Vive na memória durante a chamada e em nenhum outro lugar.' },
)
export type CardInput = Static<typeof CardInput>

export const CardTokenInput = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 4096,
    description: 'Token de uso único criado no navegador. `hash` também é aceito.',
  }),
})

/** Existing pages send no `applicationData`. */
export const WalletTokenInput = Type.Object(
  {
    paymentData: Type.Object({
      version: Type.String(),
      data: Type.String(),
      signature: Type.String(),
      header: Type.Object({
        ephemeralPublicKey: Type.String(),
        publicKeyHash: Type.String(),
        transactionId: Type.String(),
        applicationData: Type.Optional(Type.String()),
      }),
    }),
    paymentMethod: Type.Object({
      displayName: Type.String(),
      network: Type.String(),
      type: Type.String(),
    }),
    transactionIdentifier: Type.String(),
  },
  { description: 'O token completo da sessão do dispositivo, sem mudança nenhuma.' },
)

/** It describes the token. The token is checked when the payment is created, not by this schema. */
const WalletInput = Type.Object(
  {
    type: Type.Enum(['DEVICE_PAY']),
    token: WalletTokenInput,
  },
  {
    $id: 'Wallet',
    description: 'Vai no lugar de `card`. Quando vêm os dois, vale `wallet`.',
  },
)

export const CustomerInput = Type.Object({
  name: Type.Optional(Text(255)),
  email: Type.Optional(Text(255)),
  phone: Type.Optional(Text(40, 'Só dígitos ou formatado: 11999998888 ou (11) 99999-8888.')),
  document: Type.Optional(
    Type.Object({
      number: Type.String({
        maxLength: 24,
        description: 'Só dígitos ou com pontuação.',
        examples: ['529.982.247-25'],
      }),
      type: Type.Enum(['CPF', 'CNPJ']),
    }),
  ),
  externaRef: Type.Optional(
    Text(
      255,
      'Referência do cliente na loja. Escreve-se assim mesmo; externalRef também é aceito.',
    ),
  ),
  address: Type.Optional(Address),
})

export const ItemInput = Type.Object({
  title: Type.Optional(Text(255)),
  unitPrice: Type.Optional(CentsOrZero),
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  tangible: Type.Optional(Type.Boolean()),
  externalRef: Type.Optional(Text(255)),
})

export const ShippingInput = Type.Object({
  fee: Type.Optional(CentsOrZero),
  address: Type.Optional(Address),
})

export const CreateTransactionRequest = Type.Object(
  {
    amount: AmountInCents,
    paymentMethod: Method,
    currency: Type.Optional(Type.Enum(['BRL'])),
    installments: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 99, description: 'Cartão; 1 é à vista.' }),
    ),
    capture: Type.Optional(
      Type.Boolean({ description: 'Cartão; false só autoriza. Padrão: true.' }),
    ),
    customer: Type.Optional(CustomerInput),
    shipping: Type.Optional(ShippingInput),
    items: Type.Optional(Type.Array(ItemInput, { maxItems: 100 })),
    traceable: Type.Optional(Type.Boolean()),
    ip: Type.Optional(Text(45)),
    postbackUrl: Type.Optional(
      Text(
        2048,
        'Para onde vão os webhooks desta transação. Caminho e query são mantidos byte a byte.',
      ),
    ),
    externalRef: Type.Optional(Text(255, 'Referência da venda na loja; a lista filtra por ela.')),
    metadata: Type.Optional(
      Type.Unknown({
        description:
          'Objeto livre (até 50 chaves de até 40 caracteres, valores de até 500) ou texto. Volta igual ao que foi enviado.',
      }),
    ),
    pix: Type.Optional(
      Type.Object({
        expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
        expiresInSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 31_536_000 })),
        due: Type.Optional(PixDueInput),
      }),
    ),
    boleto: Type.Optional(
      Type.Object({
        expiresInDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
        instructions: Type.Optional(Type.Array(Text(100), { maxItems: 10 })),
        payableDaysAfter: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 365,
            description: 'Dias corridos após o vencimento até a baixa. Padrão: o da conta.',
          }),
        ),
        overdue: Type.Optional(BoletoOverdueInput),
      }),
    ),
    card: Type.Optional(Type.Union([CardInput, CardTokenInput])),
    wallet: Type.Optional(WalletInput),
  },
  {
    $id: 'CreateTransactionRequest',
    description:
      'Campos desconhecidos e blocos de outros métodos são ignorados; null é o mesmo que ausente.',
  },
)
export type CreateTransactionRequest = Static<typeof CreateTransactionRequest>
