import { Type } from 'typebox'
import { Instant, Nullable } from './fields.ts'
import type { Wire } from './wire.ts'

/** The secret with which a merchant's receiver checks signatures (Standard Webhooks). */
export const WebhookSecretWire = Type.Object(
  {
    secret: Type.String({
      description: 'Confira com ele o cabeçalho webhook-signature.',
      examples: ['whsec_…'],
    }),
    /** The end of the previous secret's signatures; null without a rotation in this response. */
    previousUntil: Nullable(Instant),
  },
  { $id: 'WebhookSecret' },
)
export type WebhookSecretWire = Wire<typeof WebhookSecretWire>
