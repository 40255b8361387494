/**
 * The shard of Citus that has the rows of an account, from 0: the range of PostgreSQL's hash of its
 * id. `create_distributed_table` gives each shard an equal range.
 */
export const shardOf = (accountId: string, shards: number): number => {
  const place = (uuidHash(accountId) | 0) + 2 ** 31
  return Math.min(shards - 1, Math.floor(place / Math.floor(2 ** 32 / shards)))
}

/** PostgreSQL's `uuid_hash`: Bob Jenkins' lookup3 of the 16 bytes. */
export function uuidHash(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll('-', ''), 'hex')
  const start = 0x9e3779b9 + bytes.length + 3923095
  let [a, b, c] = mix([
    add(start, bytes.readUInt32LE(0)),
    add(start, bytes.readUInt32LE(4)),
    add(start, bytes.readUInt32LE(8)),
  ])
  a = add(a, bytes.readUInt32LE(12))
  c = subtract(c ^ b, rotate(b, 14))
  a = subtract(a ^ c, rotate(c, 11))
  b = subtract(b ^ a, rotate(a, 25))
  c = subtract(c ^ b, rotate(b, 16))
  a = subtract(a ^ c, rotate(c, 4))
  b = subtract(b ^ a, rotate(a, 14))
  return subtract(c ^ b, rotate(b, 24))
}

type Words = readonly [number, number, number]

function mix([a, b, c]: Words): Words {
  a = subtract(a, c) ^ rotate(c, 4)
  c = add(c, b)
  b = subtract(b, a) ^ rotate(a, 6)
  a = add(a, c)
  c = subtract(c, b) ^ rotate(b, 8)
  b = add(b, a)
  a = subtract(a, c) ^ rotate(c, 16)
  c = add(c, b)
  b = subtract(b, a) ^ rotate(a, 19)
  a = add(a, c)
  c = subtract(c, b) ^ rotate(b, 4)
  b = add(b, a)
  return [a, b, c]
}

const add = (one: number, other: number): number => (one + other) >>> 0
const subtract = (one: number, other: number): number => (one - other) >>> 0
const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))
