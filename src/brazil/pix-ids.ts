import assert from 'node:assert/strict'

/** The txid of a charge (cob, cobv, cobr): created by the receiver, unique per CPF or CNPJ. */
export const isTxid = (text: string): boolean => /^[A-Za-z0-9]{26,35}$/.test(text)

/** The value of field 62-05 of a static BR Code: a short txid, or `***` for none. */
export const isStaticTxid = (text: string): boolean => /^(?:[A-Za-z0-9]{1,25}|\*\*\*)$/.test(text)

/** EndToEndId of a Pix, created by the payer's PSP. Case matters: compare byte by byte. */
export const isEndToEndId = (text: string): boolean =>
  /^E[0-9A-Z]{8}\d{12}[A-Za-z0-9]{11}$/.test(text) && hasRealMinute(text)

/** rtrId of a return, created by the PSP that returns the money. */
export const isReturnId = (text: string): boolean =>
  /^D[0-9A-Z]{8}\d{12}[A-Za-z0-9]{11}$/.test(text) && hasRealMinute(text)

/** The id a receiver gives a refund, unique per EndToEndId. */
export const isRefundId = (text: string): boolean => /^[a-zA-Z0-9]{1,35}$/.test(text)

/** idRec of a Pix Automático recurrence. RR allows later attempts, RN does not. */
export const isRecurrenceId = (text: string): boolean =>
  /^R[RN][0-9A-Z]{8}\d{8}[A-Za-z0-9]{11}$/.test(text) && isRealDate(text.slice(10, 18))

/** idSolicRec: the request to confirm a recurrence. */
export const isRecurrenceRequestId = (text: string): boolean =>
  /^SC[0-9A-Z]{8}\d{8}[A-Za-z0-9]{11}$/.test(text) && isRealDate(text.slice(10, 18))

/** Eight digits or letters that name an institution. */
export const isIspb = (text: string): boolean => /^[0-9A-Z]{8}$/.test(text)

export type PixIdParts = {
  /** The institution that creates the id. */
  ispb: string
  /** Written to the minute, in UTC. Scheduled payments carry 15:00 UTC of the settlement day. */
  at: Date
  /** Eleven random letters and digits. */
  random: string
}

/** The id that a payer's PSP gives a Pix. */
export const newEndToEndId = (parts: PixIdParts): string => pixId('E', parts)

/** The id that a PSP gives a return. */
export const newReturnId = (parts: PixIdParts): string => pixId('D', parts)

/** The minute written in an EndToEndId or rtrId. Undefined when the text is neither. */
export function pixIdInstant(id: string): Date | undefined {
  if (!isEndToEndId(id) && !isReturnId(id)) return undefined
  return new Date(isoMinute(id))
}

/**
 * Whether the id was created within `toleranceMs` of `now`, before or after (PSPs allow up to 12
 * h).
 */
export function isPixIdTimely(id: string, now: Date, toleranceMs: number): boolean {
  const at = pixIdInstant(id)
  return at !== undefined && Math.abs(now.getTime() - at.getTime()) <= toleranceMs
}

function pixId(letter: 'E' | 'D', { ispb, at, random }: PixIdParts): string {
  assert(isIspb(ispb), `not an ISPB: ${ispb}`)
  assert(/^[A-Za-z0-9]{11}$/.test(random), 'the random part has 11 letters and digits')
  const minute = at.toISOString().slice(0, 16).replace(/\D/g, '')
  return `${letter}${ispb}${minute}${random}`
}

/** `2026-11-21T01:30Z` out of an id's `…202611210130…`. */
const isoMinute = (id: string): string =>
  id.slice(9, 21).replace(/^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})$/, '$1-$2-$3T$4:$5Z')

function hasRealMinute(id: string): boolean {
  return isRealDate(id.slice(9, 17)) && /^(?:[01]\d|2[0-3])[0-5]\d$/.test(id.slice(17, 21))
}

function isRealDate(digits: string): boolean {
  const [year, month, day] = [
    Number(digits.slice(0, 4)),
    Number(digits.slice(4, 6)),
    Number(digits.slice(6, 8)),
  ]
  const date = new Date(Date.UTC(year, month - 1, day))
  return (
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  )
}
