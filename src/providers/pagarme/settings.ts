import { type Static, Type } from 'typebox'
import { commonSettings } from '../acquirer/common-settings.ts'
import { deviceWalletSettings } from '../device-wallet/settings.ts'

/** What an operator enters to sell through Pagar.me core v5. */
export const pagarmeSettings = Type.Object(
  {
    baseUrl: Type.String({
      pattern: '^https://[^\\s?#]+$',
      maxLength: 255,
      description: 'https://api.pagar.me/core/v5',
    }),
    secretKey: Type.String({
      pattern: '^sk_[0-9A-Za-z_]{8,128}$',
      description: 'Secret key of the account',
    }),
    notice: Type.Object(
      {
        user: Type.String({ pattern: '^[\\x21-\\x39\\x3b-\\x7e]{1,64}$' }),
        password: Type.String({ pattern: '^[\\x21-\\x7e]{16,128}$' }),
      },
      {
        additionalProperties: false,
        description: 'Basic credentials that Pagar.me shows with every notice',
      },
    ),
    ...commonSettings,
    chargebacks: Type.Optional(
      Type.Object(
        {
          askEveryMs: Type.Optional(
            Type.Integer({
              minimum: 1_000,
              description: 'How often chargebacks are polled. Default: 15 min',
            }),
          ),
        },
        {
          additionalProperties: false,
          description: 'Present: the contract is PSP, whose charges report chargebacks',
        },
      ),
    ),
    /**
     * Present: Pagar.me enabled the wallet for the account, and Device Pay is offered behind it.
     */
    wallet: Type.Optional(deviceWalletSettings),
  },
  { additionalProperties: false },
)

export type PagarmeSettings = Static<typeof pagarmeSettings>
