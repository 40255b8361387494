import { type Static, Type } from 'typebox'
import { commonSettings } from '../acquirer/common-settings.ts'

/**
 * What an operator enters to sell through e.Rede. Device Pay is not offered behind it: its fields
 * are not published.
 */
export const redeSettings = Type.Object(
  {
    baseUrl: Type.String({
      pattern: '^https://[^\\s?#]+$',
      maxLength: 255,
      description: 'https://api.userede.com.br/erede/v1',
    }),
    affiliation: Type.String({ pattern: '^[0-9]{1,20}$', description: 'Número de filiação (PV)' }),
    token: Type.String({
      pattern: '^[\\x21-\\x7e]{16,128}$',
      description: 'Chave de integração (token)',
    }),
    ...commonSettings,
  },
  { additionalProperties: false },
)

export type RedeSettings = Static<typeof redeSettings>
