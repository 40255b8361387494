import { type Static, Type } from 'typebox'

/** What an operator enters to sell through e.Rede. Device Pay is not offered behind it: its fields are not published. */
export const redeSettings = Type.Object(
  {
    baseUrl: Type.String({
      pattern: '^https://[^\\s?#]+$',
      maxLength: 255,
      description: 'https://api.userede.com.br/erede/v1',
    }),
    affiliation: Type.String({ pattern: '^[0-9]{1,20}$', description: 'Número de filiação (PV)' }),
    token: Type.String({ pattern: '^[\\x21-\\x7e]{16,128}$', description: 'Chave de integração (token)' }),
    softDescriptor: Type.Optional(
      Type.String({ pattern: '^[0-9A-Za-z]{1,13}$', description: 'Name on the card statement when a sale has none' }),
    ),
    settleWindowMs: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How long "not found" proves nothing. Default: 15 min' }),
    ),
    notFoundGapMs: Type.Optional(
      Type.Integer({ minimum: 0, description: 'Shortest time between two "not found" that count. Default: 60 s' }),
    ),
    ca: Type.Optional(
      Type.String({ maxLength: 65_536, description: 'Authorities to trust instead of the public ones, PEM' }),
    ),
  },
  { additionalProperties: false },
)

export type RedeSettings = Static<typeof redeSettings>
