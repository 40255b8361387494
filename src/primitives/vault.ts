import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type DigestKeys, type Digests, openDigests } from './digests.ts'
import { randomSecret } from './id.ts'

/**
 * Seals secrets that must be read again (docs/design/rules.md#k5), and creates digests of those
 * that must not (docs/design/rules.md#k1).
 */
export interface Vault extends Digests {
  /** Seals for one place only: a value sealed for one row does not open in another. */
  seal(plain: string | Buffer, place: Place): Buffer
  /** @throws when it was sealed elsewhere, with a key we no longer hold, or was changed. */
  open(sealed: Buffer, place: Place): Buffer
  /** The version of the master key that seals. */
  readonly sealingVersion: number
  /** Every version held. */
  readonly versions: readonly number[]
  /** The same secret under the sealing version; the same bytes when it is there already. */
  rewrap(sealed: Buffer, place: Place): Buffer
}

/** Where a sealed value lives. */
export interface Place {
  readonly table: string
  readonly id: string
  readonly accountId?: string
}

export interface VaultKeys extends DigestKeys {
  /** By version. 32 bytes each. */
  readonly masterKeys: ReadonlyMap<number, Buffer>
  /** The version that seals. Default: the highest. */
  readonly sealingVersion?: number
}

/**
 * A sealed value: format, key version, then the data key wrapped by the master key, then the text
 * under the data key.
 */
export function openVault({ masterKeys, sealingVersion, ...peppers }: VaultKeys): Vault {
  const sealsWith = sealingVersion ?? Math.max(...masterKeys.keys())
  const masterKey = (version: number): Buffer => {
    const key = masterKeys.get(version)
    assert(key, `no master key of version ${version}`)
    return key
  }
  const wrap = (dataKey: Buffer, aad: Buffer): Buffer => {
    const header = headerOf(sealsWith)
    return Buffer.concat([
      header,
      encrypt(masterKey(sealsWith), dataKey, Buffer.concat([header, aad])),
    ])
  }
  const unwrap = (sealed: Buffer, aad: Buffer): Buffer => {
    const header = sealed.subarray(0, headerBytes)
    assert(header.length === headerBytes && header[0] === format, 'not a sealed value')
    return decrypt(
      masterKey(header.readUInt16BE(1)),
      sealed.subarray(headerBytes, wrappedBytes),
      Buffer.concat([header, aad]),
    )
  }

  return {
    ...openDigests(peppers),
    sealingVersion: sealsWith,
    versions: [...masterKeys.keys()],
    seal(plain, place) {
      const aad = aadOf(place)
      const dataKey = randomSecret(32)
      return Buffer.concat([wrap(dataKey, aad), encrypt(dataKey, Buffer.from(plain), aad)])
    },
    open(sealed, place) {
      const aad = aadOf(place)
      return decrypt(unwrap(sealed, aad), sealed.subarray(wrappedBytes), aad)
    },
    rewrap(sealed, place) {
      const aad = aadOf(place)
      const dataKey = unwrap(sealed, aad)
      if (sealed.readUInt16BE(1) === sealsWith) return sealed
      return Buffer.concat([wrap(dataKey, aad), sealed.subarray(wrappedBytes)])
    },
  }
}

const format = 1
const headerBytes = 3
const nonceBytes = 12
const tagBytes = 16
const wrappedBytes = headerBytes + nonceBytes + 32 + tagBytes

function headerOf(version: number): Buffer {
  const header = Buffer.alloc(headerBytes, format)
  header.writeUInt16BE(version, 1)
  return header
}

/** Each part carries its length, so that no two places read alike. */
const aadOf = ({ table, id, accountId = '' }: Place): Buffer =>
  Buffer.from(JSON.stringify([table, id, accountId]))

function encrypt(key: Buffer, plain: Buffer, aad: Buffer): Buffer {
  const nonce = randomSecret(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(aad)
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, text, cipher.getAuthTag()])
}

function decrypt(key: Buffer, box: Buffer, aad: Buffer): Buffer {
  assert(box.length >= nonceBytes + tagBytes, 'a sealed value cut short')
  const text = box.subarray(nonceBytes, -tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(aad).setAuthTag(box.subarray(-tagBytes))
  return Buffer.concat([decipher.update(text), decipher.final()])
}
