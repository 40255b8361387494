import { isUuid } from '../primitives/id.ts'

/** What identifies one payer, as their payments have it. */
export interface Person {
  /** The CPF or CNPJ in normal form. */
  readonly document: string
  readonly names: readonly string[]
  readonly emails: readonly string[]
  /** Digits only. */
  readonly phones: readonly string[]
  /** What stands for the person from now on. It does not lead back to them. */
  readonly pseudonym: string
}

/** A customer as an order stores it. */
export interface StoredCustomer {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly document: { readonly number?: string } | null
}

/** The person of these customers, who all have one document or an address of its payments. */
export function personOf(document: string, customers: readonly StoredCustomer[]): Person {
  const distinct = (values: readonly (string | null)[]) =>
    [...new Set(values.filter((value) => value !== null && value.length >= shortest))] as string[]
  return {
    document,
    names: distinct(customers.map(({ name }) => name)),
    emails: distinct(customers.map(({ email }) => email)),
    phones: distinct(customers.map(({ phone }) => phone && digitsOf(phone))),
    pseudonym: `Titular ${customers[0]?.id.slice(0, 8) ?? ''}`,
  }
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** A shorter text is part of too many others. */
const shortest = 3

/**
 * The same JSON without the person: the customer has a pseudonym, no address and no contact. Where
 * other texts name the person, they are replaced. Numbers keep their spelling, and all else stays.
 */
export function withoutPerson(json: string, person: Person): string {
  const scrub = scrubberOf(person)
  return JSON.stringify(
    JSON.parse(json, (_key, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' ? rawNumber(context?.source ?? String(value)) : value,
    ),
    (key, value: unknown) => {
      if (key === 'customer' && isObject(value))
        return { ...nulls(value), id: value.id, name: person.pseudonym }
      if (key === 'address' && isObject(value)) return null
      if (key === 'ip') return null
      return typeof value === 'string' ? scrub(value) : value
    },
  )
}

/**
 * A stored response without the person. Some have only the id of their payment, which stays. Null:
 * the response is sealed and may have the person, so it is removed as it is after 30 days.
 */
export function responseWithoutPerson(response: string, person: Person): string | null {
  if (response.startsWith('{')) return withoutPerson(response, person)
  return isUuid(response) ? response : null
}

/** The address of the payer in the actor of an event: a request without credentials is theirs. */
export const withoutAddress = (actor: string): string => {
  const parsed = JSON.parse(actor) as Record<string, unknown>
  return JSON.stringify(parsed.kind === 'public' ? { ...parsed, address: undefined } : parsed)
}

/** A function that replaces what identifies the person in a text. */
export function scrubberOf(person: Person): (text: string) => string {
  const named = [...person.names, ...person.emails]
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...named, ...numbersOf(person)].join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  )
  return (text) => text.replaceAll(pattern, '***')
}

/**
 * A regular expression, for PostgreSQL too, of what names this person and hardly anyone else. A
 * name is left out: others have it.
 */
export const identifiersOf = (person: Person): string =>
  [...person.emails.map(escaped), ...numbersOf(person)].join('|')

/** Documents and phones, with any punctuation between their digits. */
const numbersOf = ({ document, phones }: Person): string[] =>
  [document, ...phones].map((digits) => [...digits].join('[ ().\\/-]{0,2}'))

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nulls = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(value).map((key) => [key, null]))

/** Not in the types of the language yet. */
const { rawJSON: rawNumber } = JSON as unknown as { rawJSON(text: string): unknown }
