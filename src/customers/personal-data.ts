import { readPhone } from '../brazil/phone.ts'
import type { PixKey } from '../brazil/pix-key.ts'
import { isUuid } from '../primitives/id.ts'

/** What identifies one payer, as their payments have it. */
export interface Person {
  /** The CPF or CNPJ in normal form. */
  readonly document: string
  /** Of two words or more. One word can be a word of the protocol, such as Pix or Elo. */
  readonly names: readonly string[]
  readonly emails: readonly string[]
  /** Digits with the area code. The country's code is left out if it is that of Brazil. */
  readonly phones: readonly string[]
  /** Random keys of Pix (EVP). */
  readonly randomKeys: readonly string[]
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

/**
 * The person of these customers, who all have one document or an address of its payments, and of
 * these keys, which are the person's own.
 */
export function personOf(
  document: string,
  customers: readonly StoredCustomer[],
  keys: readonly PixKey[],
): Person {
  const distinct = (values: readonly (string | null | undefined)[]) => [
    ...new Set(values.flatMap((value) => value?.trim() ?? [])),
  ]
  const valuesOf = (type: PixKey['type']) =>
    keys.filter((key) => key.type === type).map(({ value }) => value)
  const emails = [...customers.map(({ email }) => email), ...valuesOf('EMAIL')]
  const phones = [...customers.map(({ phone }) => phone ?? ''), ...valuesOf('PHONE')]
  return {
    document,
    names: distinct(customers.map(({ name }) => name)).filter((name) => /\s/.test(name)),
    emails: distinct(emails).filter((email) => /\S@\S/.test(email)),
    phones: distinct(phones.map(phoneOf)),
    randomKeys: distinct(valuesOf('EVP')),
    pseudonym: `Titular ${customers[0]?.id.slice(0, 8) ?? ''}`,
  }
}

/** Undefined: it has no area code. Such a number can be a part of other texts. */
function phoneOf(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '')
  const phone = readPhone(digits) ?? digits
  return phone.length >= 10 ? phone : undefined
}

/**
 * The same JSON without the person: the customer has a pseudonym, no address and no contact, and
 * the keys of refunds are replaced. Where other texts name the person, they are replaced. Numbers
 * keep their spelling, and all else stays.
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
      if (typeof value !== 'string') return value
      return key === 'pixKey' ? replaced : scrub(value)
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

/**
 * Where a refund was sent, without the key and its owner. A refund that has ended is queried by its
 * id, so nothing needs them.
 */
export const payoutWithoutPerson = (payout: string): string =>
  JSON.stringify(JSON.parse(payout), (name, value: unknown) =>
    name === 'value' || name === 'ownerDocument' ? replaced : value,
  )

/** The address of the payer in the actor of an event: a request without credentials is theirs. */
export const withoutAddress = (actor: string): string => {
  const parsed = JSON.parse(actor) as Record<string, unknown>
  return JSON.stringify(parsed.kind === 'public' ? { ...parsed, address: undefined } : parsed)
}

/** A function that replaces what identifies the person in a text. */
export function scrubberOf(person: Person): (text: string) => string {
  const named = [...person.names, ...person.emails, ...person.randomKeys]
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...named, ...numbersOf(person)].join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  )
  return (text) => text.replaceAll(pattern, replaced)
}

const replaced = '***'

/**
 * A regular expression, for PostgreSQL too, of what names this person and hardly anyone else. A
 * name is left out: others have it.
 */
export const identifiersOf = (person: Person): string =>
  [...[...person.emails, ...person.randomKeys].map(escaped), ...numbersOf(person)].join('|')

/** Documents and phones, with any punctuation between their digits. */
const numbersOf = ({ document, phones }: Person): string[] => [
  spaced(document),
  ...phones.map((phone) => `[+0]{0,2}(?:55${punctuation})?${spaced(phone)}`),
]

const punctuation = '[ ().\\/-]{0,3}'

const spaced = (number: string): string => [...number].join(punctuation)

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const nulls = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(value).map((key) => [key, null]))

/** Not in the types of the language yet. */
const { rawJSON: rawNumber } = JSON as unknown as { rawJSON(text: string): unknown }
