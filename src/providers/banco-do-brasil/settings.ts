import { type Static, Type } from 'typebox'

const url = (description: string) =>
  Type.String({ pattern: '^https?://[^\\s?#]+$', maxLength: 255, description })

/** What an operator enters to register boletos with Banco do Brasil (API Cobranças v2). */
export const bancoDoBrasilSettings = Type.Object(
  {
    baseUrl: url('https://api.bb.com.br/cobrancas/v2'),
    tokenUrl: url('https://oauth.bb.com.br/oauth/token'),
    clientId: Type.String({ minLength: 1, maxLength: 1024 }),
    clientSecret: Type.String({ minLength: 1, maxLength: 1024 }),
    appKey: Type.String({
      pattern: '^[0-9A-Za-z_-]{8,128}$',
      description: 'developer_application_key',
    }),
    appKeyParameter: Type.Optional(
      Type.Union([Type.Literal('gw-dev-app-key'), Type.Literal('gw-app-key')], {
        description: 'Name of the query parameter that carries it. Default: gw-dev-app-key',
      }),
    ),
    convenio: Type.String({
      pattern: '^[0-9]{7}$',
      description: 'Of seven digits, type 4: we number and issue',
    }),
    carteira: Type.String({ pattern: '^[0-9]{2}$' }),
    variacaoCarteira: Type.String({ pattern: '^[0-9]{1,3}$' }),
    agency: Type.String({ pattern: '^[0-9]{1,4}$', description: 'Without the check digit' }),
    account: Type.String({ pattern: '^[0-9]{1,8}$', description: 'Without the check digit' }),
    beneficiary: Type.Object(
      {
        name: Type.String({ minLength: 1, maxLength: 100 }),
        document: Type.String({
          pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$',
          description: 'CPF or CNPJ',
        }),
        address: Type.String({
          minLength: 1,
          maxLength: 200,
          description: 'Printed on the boleto (Lei 12.039/2009)',
        }),
      },
      { additionalProperties: false },
    ),
    noticeSecret: Type.String({
      pattern: '^[\\x21-\\x7e]{16,255}$',
      description: 'Value of the notice header',
    }),
    noticeHeader: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z-]{1,64}$',
        description:
          'Set by the proxy that ends the mutual TLS of the bank. Default: x-notice-secret',
      }),
    ),
    ca: Type.Optional(
      Type.String({
        maxLength: 65_536,
        description: 'Authorities to trust instead of the public ones, PEM',
      }),
    ),
    certificate: Type.Optional(
      Type.String({ maxLength: 65_536, description: 'Ours, where the bank asks for it, PEM' }),
    ),
    certificateKey: Type.Optional(
      Type.String({ maxLength: 65_536, description: 'Its private key, PEM' }),
    ),
    files: Type.Optional(
      Type.Object(
        { url: url('Where daily files are listed; each is one step below') },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

export type BancoDoBrasilSettings = Static<typeof bancoDoBrasilSettings>
