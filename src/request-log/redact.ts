import { isUuid } from '../primitives/id.ts'

/** What a name says about its value. A value of another form is hidden. */
type Kind =
  /** An object, or a list of objects: its fields are read by their own names. */
  | 'parts'
  /** A value of a fixed list, such as CREDIT_CARD or validation-failed. */
  | 'code'
  /** Cents, a count, a rate. */
  | 'number'
  | 'flag'
  | 'instant'
  | 'id'
  /** A reference of the merchant. */
  | 'reference'
  /** The path of a field of the request. */
  | 'field'
  /** A sentence of the gateway, in responses only. */
  | 'sentence'
  | 'email'
  | 'document'

const names: Readonly<Record<Kind, string>> = {
  parts:
    'data error issues warnings customer document address shipping items pix boleto ' +
    'overdue ' +
    'fee refunds disputes receivables returns acquirer approval restrictions pagination limits ' +
    'schedule requestedBy decidedBy beneficiary parts after before',
  code:
    'status paymentMethod method currency type pixType kind state brand code event events types ' +
    'permissions role outcome decision environment action frequency reason by',
  number:
    'status amount fee refundedAmount unitPrice quantity installments fixedAmount ' +
    'spreadPercentage estimatedFee netAmount gross net version settlementDays expiresInDays ' +
    'payableDaysAfter afterDays ' +
    'expiresInSeconds lostAmount blockedAmount limit minAmount maxAmount balance count',
  flag:
    'tangible traceable capture confirmDuplicate enabled active isActive dryRun required ' +
    'automatic',
  instant:
    'createdAt updatedAt paidAt expirationDate date openedAt answerBy decidedAt completedAt ' +
    'failedAt expiresAt canceledAt processedAt requestedAt day start_date end_date',
  id: 'id transactionId refundId cashoutId disputeId eventId keyId endpointId deliveryId roleId',
  reference: 'externalRef externaRef',
  field: 'field',
  sentence: 'message refusedReason failedReason',
  email: 'email',
  document: 'number beneficiaryDocument document',
}

/**
 * The kinds of each name. A name with `parts` and another kind is an object in one place and a
 * value in another.
 */
export const kindsOf: ReadonlyMap<string, readonly Kind[]> = (() => {
  const kinds = new Map<string, Kind[]>()
  for (const [kind, list] of Object.entries(names) as [Kind, string][])
    for (const name of list.split(' ')) kinds.set(name, [...(kinds.get(name) ?? []), kind])
  return kinds
})()

/**
 * A body as JSON text of 4,096 bytes at most that may be stored. It has the values of known names
 * if they have the expected form. All other values are hidden, and names that are no plain words
 * are counted. Null: there is no object or list.
 */
export function redact(body: unknown, { isResponse }: { readonly isResponse: boolean }) {
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return null
  const out = { text: '', extra: 0 }
  writeParts(out, body, { depth: 0, isResponse })
  return out.text.length + out.extra <= maxBytes ? out.text : null
}

interface Out {
  text: string
  /** The bytes that the text needs beyond one for each character. */
  extra: number
}

interface Place {
  readonly depth: number
  readonly isResponse: boolean
}

const isFull = ({ text, extra }: Out): boolean => text.length + extra > fullBytes

function writeParts(out: Out, value: object, { depth, isResponse }: Place): void {
  if (depth > maxDepth) {
    out.text += hidden
    return
  }
  const place = { depth: depth + 1, isResponse }
  if (Array.isArray(value)) writeList(out, value, (item) => writeNested(out, item, place))
  else writeObject(out, value, place)
}

function writeObject(out: Out, value: object, place: Place): void {
  let others = 0
  let separator = '{'
  for (const name in value) {
    const kinds = kindsOf.get(name)
    if (isFull(out) || (!kinds && !plainName.test(name))) {
      others += 1
      continue
    }
    out.text += `${separator}"${name}":`
    separator = ','
    writeField(out, kinds ?? none, (value as Record<string, unknown>)[name], place)
  }
  if (others > 0) out.text += `${separator}"…":${others}}`
  else out.text += separator === '{' ? '{}' : '}'
  if (others > 0) out.extra += 2
}

function writeList(out: Out, list: readonly unknown[], write: (item: unknown) => void): void {
  out.text += '['
  for (let index = 0; index < list.length; index++) {
    if (index > 0) out.text += ','
    if (index === mostItems || isFull(out)) {
      out.text += hidden
      break
    }
    write(list[index])
  }
  out.text += ']'
}

function writeNested(out: Out, value: unknown, place: Place): void {
  if (typeof value === 'object' && value !== null) writeParts(out, value, place)
  else out.text += value === null ? 'null' : hidden
}

function writeField(out: Out, kinds: readonly Kind[], value: unknown, place: Place): void {
  if (value === null || value === undefined) out.text += 'null'
  else if (typeof value !== 'object') out.text += shown(out, kinds, value, place)
  else if (Array.isArray(value) && kinds.includes('code'))
    writeList(out, value, (item) => {
      out.text += shown(out, ['code'], item, place)
    })
  else if (kinds.includes('parts')) writeParts(out, value, place)
  else out.text += hidden
}

function shown(out: Out, kinds: readonly Kind[], value: unknown, { isResponse }: Place): string {
  for (const kind of kinds) {
    if (kind === 'parts' || (kind === 'sentence' && !isResponse)) continue
    const text = readers[kind](value)
    if (text === undefined) continue
    if (kind === 'sentence') out.extra += text.length // Its letters have two bytes at most.
    return text
  }
  return hidden
}

type Reader = (value: unknown) => string | undefined

const whenText =
  (read: (value: string) => string | undefined): Reader =>
  (value) =>
    typeof value === 'string' ? read(value) : undefined

const matching = (pattern: RegExp, most: number): Reader =>
  whenText((value) => (value.length <= most && pattern.test(value) ? `"${value}"` : undefined))

const readers: Readonly<Record<Exclude<Kind, 'parts'>, Reader>> = {
  // Words of one case each: no random text has this form.
  code: matching(/^(?:[A-Z]{1,20}|[a-z]{1,20})(?:[-_.:](?:[A-Z]{1,20}|[a-z]{1,20})){0,5}$/, 60),
  // Fewer digits than a document has.
  number: (value) =>
    typeof value === 'number' && Math.abs(value) < 1e9
      ? String(Math.round(value * 1e4) / 1e4)
      : undefined,
  flag: (value) => (typeof value === 'boolean' ? String(value) : undefined),
  instant: matching(
    /^20\d\d-[01]\d-[0-3]\d(?:T[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?(?:Z|[-+]\d\d:\d\d))?$/,
    40,
  ),
  id: whenText((value) => (isUuid(value) ? `"${value}"` : undefined)),
  reference: whenText((value) =>
    value.length <= 24 && /^[\w.:-]*$/.test(value) && digitsIn(value) < 8
      ? `"${value}"`
      : undefined,
  ),
  field: matching(/^(?:[A-Za-z_]{1,40}|\d{1,3})(?:\.(?:[A-Za-z_]{1,40}|\d{1,3})){0,6}$/, 120),
  sentence: whenText(
    (value) =>
      `"${value
        .slice(0, 200)
        .split(' ')
        .map((word) => (isPlainWord(word) ? word : '***'))
        .join(' ')}"`,
  ),
  email: whenText((value) => {
    const [, first, domain] = mail.exec(value.slice(0, 256)) ?? []
    return domain === undefined ? undefined : `"${first}***@${domain}"`
  }),
  document: whenText((value) =>
    value.length <= 24 && digitsIn(value) >= 11 && /^[\d.\-/ ]*$/.test(value)
      ? `"***${value.slice(-2).replace(/\D/g, '')}"`
      : undefined,
  ),
}

const isPlainWord = (word: string): boolean =>
  word.length <= 24 && digitsIn(word) < 4 && /^[A-Za-zÀ-ÿ\d.,;:()[\]/_%$-]*$/.test(word)

const digitsIn = (text: string): number => {
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x30 && code <= 0x39) count += 1
  }
  return count
}

const mail = /^([a-z])[^@]{0,120}@((?:[a-z]{1,20}[.-]){1,4}[a-z]{2,12})$/i
const plainName = /^[A-Za-z_]{1,30}$/
const none: readonly Kind[] = []
const hidden = '"***"'
const maxBytes = 4_096
/** Room for the longest value, its name and the ends of all open lists. */
const fullBytes = 3_500
const maxDepth = 8
const mostItems = 20
