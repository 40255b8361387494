import { Type } from 'typebox'

/**
 * What an operator enters for a provider that provides daily files in our layout: their address.
 * The provider's own credentials give access.
 */
export const settlementFilesSettings = Type.Object(
  {
    url: Type.String({
      pattern: '^https://[^\\s?#]+$',
      maxLength: 255,
      description: 'Where daily files are listed; each is one step below',
    }),
  },
  { additionalProperties: false },
)
