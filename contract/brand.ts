import { type Static, Type } from 'typebox'
import { Instant, Nullable } from './fields.ts'
import { logoTypes } from './logo.ts'
import type { Wire } from './wire.ts'

const name = Type.String({
  minLength: 1,
  maxLength: 60,
  pattern: '\\S',
  description: 'O nome na página do pagador. Sem ele vale o da conta.',
})

const color = Type.String({
  pattern: '^#[0-9A-Fa-f]{6}$',
  description: 'A cor dos botões da página.',
  examples: ['#0b6e4f'],
})

export const PutBrandRequest = Type.Object(
  {
    name: Type.Optional(Nullable(name)),
    color: Type.Optional(Nullable(color)),
    logo: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 180_000,
          description: 'PNG, JPEG ou WebP em base64, de até 128 KiB.',
        }),
      ),
    ),
  },
  { $id: 'PutBrandRequest', description: 'O que faltar fica como estava; null remove.' },
)
export type PutBrandRequest = Static<typeof PutBrandRequest>

export const BrandWire = Type.Object(
  {
    name: Nullable(name),
    color: Nullable(color),
    textColor: Nullable(
      Type.String({
        description: 'A cor do texto sobre color, a que se lê: contraste de 4,5:1 ou mais.',
        examples: ['#ffffff'],
      }),
    ),
    logo: Nullable(
      Type.Object({
        contentType: Type.Enum([...logoTypes]),
        content: Type.String({ description: 'Em base64.' }),
      }),
    ),
    updatedAt: Nullable(Instant),
  },
  { $id: 'Brand' },
)
export type BrandWire = Wire<typeof BrandWire>
