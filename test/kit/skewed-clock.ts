import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unpackedPackage } from './debian-package.ts'

const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64'
const library = `usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`

/**
 * The environment of a process on a machine whose clock is wrong by `skew`, such as `+2h`. Its
 * monotonic clock is right, as on such a machine.
 */
export async function skewedClock(skew: string): Promise<Readonly<Record<string, string>>> {
  const installed = `/${library}`
  const missing = 'this drill needs: apt-get install libfaketime'
  const path = existsSync(installed)
    ? installed
    : join(await unpackedPackage({ name: 'libfaketime' }, missing), library)
  return {
    LD_PRELOAD: path,
    FAKETIME: skew,
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
