import { Type } from 'typebox'
import { Id, Instant } from './fields.ts'
import type { Wire } from './wire.ts'

export const SaveViewRequest = Type.Object(
  {
    page: Type.String({
      minLength: 1,
      maxLength: 40,
      pattern: '^[a-z][a-z-]*$',
      examples: ['transactions'],
    }),
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
    query: Type.String({
      maxLength: 2_000,
      description: 'Os filtros, como no endereço da página.',
      examples: ['status=PAID&paymentMethods=PIX'],
    }),
  },
  { $id: 'SaveViewRequest' },
)

export const SavedViewWire = Type.Object(
  {
    id: Id,
    page: Type.String(),
    name: Type.String(),
    query: Type.String(),
    createdAt: Instant,
  },
  { $id: 'SavedView' },
)
export type SavedViewWire = Wire<typeof SavedViewWire>
