import { timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { randomSecret } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { openHashThreads } from './hash-threads.ts'

/** Hashes passwords with argon2id (docs/design/rules.md#k4), few at a time. */
export interface PasswordHash {
  hash(password: string): Promise<string>
  /** Without a hash it takes the same time, and is false. */
  verify(password: string, hash: string | undefined): Promise<boolean>
}

/**
 * A hash takes 19 MiB and a core. Two run at once, and one on two cores, on threads of their own
 * with a low priority; a long queue is refused.
 * @throws Rejection `overloaded`
 */
export function openPasswordHash({ most = mostAtOnce, longestQueue = 200 } = {}): PasswordHash {
  const waiting: (() => void)[] = []
  const run = openHashThreads()
  /** The same text has one form, however it was typed (RFC 8265). */
  const derive = (password: string, nonce: Buffer, parameters: Strength): Promise<Buffer> =>
    run({ message: password.normalize('NFC'), nonce, ...parameters })
  let running = 0

  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running >= most) {
      if (waiting.length >= longestQueue)
        throw new Rejection('overloaded', { retryAfterSeconds: 2 })
      await new Promise<void>((wake) => waiting.push(wake))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  return {
    hash: (password) =>
      inTurn(async () => {
        const salt = randomSecret(16)
        return render(salt, await derive(password, salt, strength))
      }),
    verify: (password, hash) =>
      inTurn(async () => {
        const known = hash === undefined ? undefined : parse(hash)
        const { salt, digest, parameters } = known ?? none
        const derived = await derive(password, salt, parameters)
        return timingSafeEqual(derived, digest) && known !== undefined
      }),
  }
}

const mostAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))

interface Strength {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const strength: Strength = { memory: 19_456, passes: 2, parallelism: 1 }
const none = { salt: Buffer.alloc(16), digest: Buffer.alloc(32), parameters: strength }

const render = (salt: Buffer, digest: Buffer): string => {
  const { memory, passes, parallelism } = strength
  const settings = `m=${memory},t=${passes},p=${parallelism}`
  return `$argon2id$v=19$${settings}$${unpadded(salt)}$${unpadded(digest)}`
}

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function parse(hash: string) {
  const [, m, t, p, salt = '', digest = ''] = phc.exec(hash) ?? []
  if (digest === '') return undefined
  return {
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
    parameters: { memory: Number(m), passes: Number(t), parallelism: Number(p) },
  }
}

const phc =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/
