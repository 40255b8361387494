import { Type } from 'typebox'
import type { CardCapabilities } from '../ports/card.ts'

/** Settings that every acquirer has. */
export const commonSettings = {
  softDescriptor: Type.Optional(
    Type.String({
      pattern: '^[0-9A-Za-z]{1,13}$',
      description: 'Name on the card statement when a sale has none',
    }),
  ),
  settleWindowMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'How long "not found" proves nothing. Default: 15 min',
    }),
  ),
  notFoundGapMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Shortest time between two "not found" that count. Default: 60 s',
    }),
  ),
  ca: Type.Optional(
    Type.String({
      maxLength: 65_536,
      description: 'Authorities to trust instead of the public ones, PEM',
    }),
  ),
}

/** When "not found" starts to count (docs/design/rules.md#u6), with the defaults. */
export const notFoundRules = (settings: {
  readonly settleWindowMs?: number
  readonly notFoundGapMs?: number
}): Pick<CardCapabilities, 'settleWindowMs' | 'notFoundGapMs'> => ({
  settleWindowMs: settings.settleWindowMs ?? 15 * 60_000,
  notFoundGapMs: settings.notFoundGapMs ?? 60_000,
})
