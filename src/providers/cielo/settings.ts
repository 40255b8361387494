import { type Static, Type } from 'typebox'
import { commonSettings } from '../acquirer/common-settings.ts'
import { deviceWalletSettings } from '../device-wallet/settings.ts'
import { settlementFilesSettings } from '../settlement-layout/settings.ts'

const https = (description: string) =>
  Type.String({ pattern: '^https://[^\\s?#]+$', maxLength: 255, description })
const pem = (description: string) => Type.String({ minLength: 1, maxLength: 65_536, description })

/** Chargeback API 2.0, a separate contract: mutual TLS and OAuth client credentials. */
const chargebackSettings = Type.Object(
  {
    url: https('Host of the API; /v1/chargeback/… follows'),
    tokenUrl: https('The address for access tokens'),
    establishmentNumber: Type.String({
      pattern: '^[0-9]{1,10}$',
      description: 'The establishment, as Cielo numbers it',
    }),
    userName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Who answers, as Cielo shall show it. Default: guiche',
      }),
    ),
    clientId: Type.String({ minLength: 1, maxLength: 255 }),
    clientSecret: Type.String({ minLength: 1, maxLength: 1_024 }),
    certificate: pem('Our client certificate, PEM'),
    privateKey: pem('Its private key, PEM'),
    ca: Type.Optional(pem('Authorities to trust instead of the public ones, PEM')),
    askEveryMs: Type.Optional(
      Type.Integer({
        minimum: 1_000,
        description: 'How often chargebacks are polled. Default: 15 min',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Present: chargebacks are reported and answered through the chargeback API',
  },
)

/** What an operator enters to sell through Cielo eCommerce 3.0. */
export const cieloSettings = Type.Object(
  {
    transactionsUrl: Type.String({
      pattern: '^https://[^\\s?#]+$',
      maxLength: 255,
      description: 'Host of sales, captures and cancels: https://api.cieloecommerce.cielo.com.br',
    }),
    queriesUrl: Type.String({
      pattern: '^https://[^\\s?#]+$',
      maxLength: 255,
      description: 'Host of queries: https://apiquery.cieloecommerce.cielo.com.br',
    }),
    merchantId: Type.String({ pattern: '^[0-9A-Za-z-]{36}$', description: 'MerchantId, a GUID' }),
    merchantKey: Type.String({ pattern: '^[0-9A-Za-z]{40}$', description: 'MerchantKey' }),
    noticeHeaders: Type.Array(
      Type.Object(
        {
          name: Type.String({ pattern: '^[0-9A-Za-z-]{1,64}$' }),
          value: Type.String({ pattern: '^[\\x21-\\x7e]{16,255}$' }),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: 3,
        description: 'Fixed headers Cielo sends with every notice; all must match',
      },
    ),
    ...commonSettings,
    environment: Type.Optional(
      Type.Union([Type.Literal('production'), Type.Literal('sandbox')], {
        description: 'The same return code means other things in the sandbox. Default: production',
      }),
    ),
    chargeback: Type.Optional(chargebackSettings),
    /** Present: Cielo enabled the wallet for the store, and Device Pay is offered behind it. */
    wallet: Type.Optional(deviceWalletSettings),
    files: Type.Optional(settlementFilesSettings),
  },
  { additionalProperties: false },
)

export type CieloSettings = Static<typeof cieloSettings>
export type ChargebackSettings = Static<typeof chargebackSettings>
export type CieloEnvironment = 'production' | 'sandbox'
