import { Type } from 'typebox'

/**
 * What an operator enters of a provider that leaves daily files in our layout: where they are. Its
 * own credentials open the door.
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
