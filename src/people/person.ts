import { isMailAddress } from '../primitives/mail-text.ts'
import type { RoleAt } from './role.ts'

/** A human with a login. */
export interface Person {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly language: Language
  readonly status: 'active' | 'suspended'
}

export type Language = 'pt' | 'en'

/** What a person may do, and where. */
export interface Membership extends RoleAt {
  /** Null: the operator. */
  readonly accountName: string | null
}

/**
 * The one form of an e-mail address. Undefined: it is none, or has characters that another address
 * could look alike with.
 */
export function readEmail(text: string): string | undefined {
  const email = text.trim().toLowerCase()
  return isMailAddress(email) && emailPattern.test(email) ? email : undefined
}

/** The name of a person in one form. Undefined: empty, too long, or with invisible characters. */
export function readName(text: string): string | undefined {
  const name = text.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const isPlain = name.length >= 1 && name.length <= 100 && !hidden.test(name)
  return isPlain && /\p{L}/u.test(name) ? name : undefined
}

/** Printable ASCII without quotes, a dotted host. International addresses are not accepted. */
const emailPattern =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/

/** Controls, formats, surrogates, private use, unassigned, and marks that print nothing. */
const hidden = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u
