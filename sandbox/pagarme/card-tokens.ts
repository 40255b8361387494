import { cardBrand } from '../../src/brazil/card-brand.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import type { ApiResponse } from '../acquirer/handle.ts'
import { type Fields, fieldsOf } from '../kit/fields.ts'
import type { World } from '../world.ts'
import { checkCard, collectErrors } from './order-request.ts'
import { brandNames, invalid } from './render.ts'

/** Tokens of cards. Each pays once, within a minute. Cards are kept in memory only. */
export interface CardTokens {
  /** The response to `POST /tokens`. */
  create(body: unknown): ApiResponse
  /** The card of a token. `undefined`: unknown, used, or expired. */
  take(token: string): Fields | undefined
}

const lifetimeMs = 60_000

export function openCardTokens(world: World): CardTokens {
  const cards = new Map<string, { readonly card: Fields; readonly endsAt: number }>()
  return {
    create(body) {
      const { type, card: sent } = fieldsOf(body)
      const { errors, check } = collectErrors()
      const card = fieldsOf(sent)
      check(type === 'card', 'type', 'The type field is invalid.')
      checkCard(card, 'card', check)
      const number = String(card.number)
      const brand = cardBrand(number)
      check(brand !== undefined, 'card.number', 'The card brand is not supported.')
      if (Object.keys(errors).length > 0 || !brand) return invalid(errors)
      const now = world.now().getTime()
      for (const [token, { endsAt }] of cards) if (endsAt <= now) cards.delete(token)
      const id = `token_${randomBase62(16)}`
      cards.set(id, { card, endsAt: now + lifetimeMs })
      const { holder_name, exp_month, exp_year } = card
      return {
        status: 200,
        body: {
          ...{ id, type },
          created_at: new Date(now).toISOString(),
          expires_at: new Date(now + lifetimeMs).toISOString(),
          card: {
            ...{ last_four_digits: number.slice(-4), holder_name, exp_month, exp_year },
            brand: brandNames[brand] ?? brand,
          },
        },
      }
    },
    take(token) {
      const known = cards.get(token)
      cards.delete(token)
      return known && known.endsAt > world.now().getTime() ? known.card : undefined
    },
  }
}
