import { Type } from 'typebox'
import { Instant, Nullable } from './fields.ts'
import type { Wire } from './wire.ts'

/** What a merchant's receiver checks signatures with (Standard Webhooks). */
export const WebhookSecretWire = Type.Object(
  {
    secret: Type.String({
      description: 'Confira com ele o cabeçalho webhook-signature.',
      examples: ['whsec_…'],
    }),
    /** Until when the one before signs as well; null when it was not rotated just now. */
    previousUntil: Nullable(Instant),
  },
  { $id: 'WebhookSecret' },
)
export type WebhookSecretWire = Wire<typeof WebhookSecretWire>
