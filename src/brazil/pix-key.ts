import type { DestinationType, PixType } from '../../contract/cashout.ts'
import { isCnpj, isCpf, normalizeDocument } from './document.ts'

/** A key of the Pix directory (DICT) in its normal form. */
export type PixKey = { type: PixKeyType; value: string }
export type PixKeyType = PixType
/** Where money goes: a key, or an account as `writeBankAccount` writes it. */
export type Destination = { type: DestinationType; value: string }
export type PixKeyReading =
  | { ok: true; key: PixKey }
  | { ok: false; problem: 'unknown-type' | 'another-type' | 'invalid' }

/**
 * Reads a key as people type it. If the caller passes a type, the key must have it. Otherwise the
 * key's form decides.
 */
export function normalizePixKey(
  text: string,
  type: PixKeyType | undefined = pixKeyType(text),
): PixKeyReading {
  if (type === undefined) return { ok: false, problem: 'unknown-type' }
  const value = rules[type].normalize(text.trim())
  if (rules[type].isValid(value)) return { ok: true, key: { type, value } }
  const byForm = pixKeyType(text)
  // A valid key under a wrong type: the type must be corrected.
  const isAnother = byForm !== undefined && byForm !== type && normalizePixKey(text, byForm).ok
  return { ok: false, problem: isAnother ? 'another-type' : 'invalid' }
}

/**
 * The type of a text by its form, without its check digits. Eleven bare digits are a CPF, never a
 * phone.
 */
export function pixKeyType(text: string): PixKeyType | undefined {
  const key = text.trim()
  if (key.startsWith('+')) return 'PHONE'
  if (key.includes('@')) return 'EMAIL'
  if (evpPattern.test(key.toLowerCase())) return 'EVP'
  const document = normalizeDocument(key)
  if (/^\d{11}$/.test(document)) return 'CPF'
  if (/^[0-9A-Z]{12}\d{2}$/.test(document)) return 'CNPJ'
  return undefined
}

type KeyRules = { normalize: (text: string) => string; isValid: (value: string) => boolean }

const rules: Record<PixKeyType, KeyRules> = {
  CPF: { normalize: normalizeDocument, isValid: isCpf },
  CNPJ: { normalize: normalizeDocument, isValid: isCnpj },
  PHONE: { normalize: (text) => text.replace(/[\s().-]/g, ''), isValid: isPhoneKey },
  EMAIL: {
    normalize: (text) => text.toLowerCase(),
    isValid: (value) => value.length <= 77 && emailPattern.test(value),
  },
  EVP: { normalize: (text) => text.toLowerCase(), isValid: (value) => evpPattern.test(value) },
}

const evpPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const emailPattern =
  /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** E.164. A Brazilian one is a mobile: area code, then 9 and eight digits. */
function isPhoneKey(value: string): boolean {
  if (!/^\+[1-9]\d{1,14}$/.test(value)) return false
  return !value.startsWith('+55') || /^\+55[1-9]\d9\d{8}$/.test(value)
}

/** A bank may write a key in another case than the operator has entered it. */
export const isSamePixKey = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase()
