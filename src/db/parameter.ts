import assert from 'node:assert/strict'
import { storableJson, storableText } from './storable-text.ts'

/** A value that is sent with a statement. */
export type Parameter = string | number | boolean | Date | Buffer | null | undefined

/** The types of array elements. A `json` or `jsonb` value is a JSON text. */
export type ElementType =
  | 'uuid'
  | 'text'
  | 'int'
  | 'smallint'
  | 'bigint'
  | 'boolean'
  | 'date'
  | 'timestamptz'
  | 'bytea'
  | 'json'
  | 'jsonb'

/** A parameter as it is sent: a text, or bytes in PostgreSQL's binary format. */
export function encodeParameter(value: unknown): string | Buffer | null {
  if (value === null || typeof value === 'string' || Buffer.isBuffer(value)) return value
  // The driver writes an instant in the time zone of the process. The database reads UTC.
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return quotedArray(value)
  assert(typeof value === 'number' || typeof value === 'boolean', 'a value that cannot be sent')
  return String(value)
}

/**
 * An array of one type. Texts and bytes are sent in the binary format, so that neither side escapes
 * them. Values of the other types need no escaping. What PostgreSQL cannot store or read of a text
 * is replaced: the array has the rows of several accounts.
 */
export const encodeArray = (type: ElementType, values: readonly Parameter[]): string | Buffer =>
  type in binaryTypes
    ? binaryArray(
        values.map((value) => storable(type, value)),
        binaryTypes[type as keyof typeof binaryTypes],
      )
    : `{${values.map((value) => encodeParameter(value ?? null) ?? 'NULL').join(',')}}`

function storable(type: ElementType, value: Parameter): Parameter {
  if (typeof value !== 'string') return value
  return type === 'text' ? storableText(value) : storableJson(value)
}

const quotedArray = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : JSON.stringify(String(value)))).join(',')}}`

/** The object id of each type in the catalogue of PostgreSQL. */
const binaryTypes = { bytea: 17, text: 25, json: 114, jsonb: 3802 } as const
/** The first byte of a jsonb in the binary format. */
const jsonbVersion = 1

/**
 * The binary format of an array (`array_recv` of PostgreSQL): dimensions, whether it has nulls, the
 * type, length and first index; then each element after its length. -1 is null.
 */
function binaryArray(values: readonly Parameter[], oid: number): Buffer {
  const prefix = oid === binaryTypes.jsonb ? 1 : 0
  const lengths = values.map(lengthOf)
  const size = lengths.reduce((sum, length) => sum + 4 + (length < 0 ? 0 : prefix + length), 20)
  const bytes = Buffer.allocUnsafe(size)
  const dimensions = values.length === 0 ? 0 : 1
  let at = bytes.writeInt32BE(dimensions, 0)
  at = bytes.writeInt32BE(lengths.includes(-1) ? 1 : 0, at)
  at = bytes.writeInt32BE(oid, at)
  if (dimensions === 0) return bytes.subarray(0, at)
  at = bytes.writeInt32BE(values.length, at)
  at = bytes.writeInt32BE(1, at)
  values.forEach((value, index) => {
    const length = lengths[index] ?? -1
    at = bytes.writeInt32BE(length < 0 ? -1 : prefix + length, at)
    if (length < 0) return
    if (prefix === 1) at = bytes.writeUInt8(jsonbVersion, at)
    if (Buffer.isBuffer(value)) value.copy(bytes, at)
    else bytes.write(String(value), at, 'utf8')
    at += length
  })
  return bytes
}

const lengthOf = (value: Parameter): number =>
  value === null || value === undefined
    ? -1
    : Buffer.isBuffer(value)
      ? value.length
      : Buffer.byteLength(String(value))
