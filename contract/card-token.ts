import { Type } from 'typebox'
import { Instant } from './fields.ts'
import type { Wire } from './wire.ts'

/** A card as a one-time token of the browser. The number never reaches the merchant's server. */
export const CardToken = Type.Object(
  {
    token: Type.String({
      description: 'Vale uma vez, por 15 minutos. Envie em card.token.',
      examples: ['tok_…'],
    }),
    brand: Type.String(),
    lastDigits: Type.String(),
    expiresAt: Instant,
  },
  { $id: 'CardToken' },
)
export type CardToken = Wire<typeof CardToken>
