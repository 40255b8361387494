import { createHash } from 'node:crypto'
import type { Certified } from '../authority.ts'
import { signDetached } from './detached-signature.ts'

/**
 * The text an integrator's sites publish: upper-case hex of a signed JSON that names the
 * integrator, not the merchant (docs/design/device-wallet.md#association-file).
 */
export async function makeAssociation(
  acquirer: string,
  signer: Certified,
  now: Date,
): Promise<string> {
  const claim = { pspId: pspIdOf(acquirer), version: 1, createdOn: now.getTime() }
  const signature = await signDetached(Buffer.from(JSON.stringify(claim)), signer, now)
  return Buffer.from(JSON.stringify({ ...claim, signature }))
    .toString('hex')
    .toUpperCase()
}

/** 64 hex digits that identify the integrator behind an acquirer's Device Pay. */
export const pspIdOf = (acquirer: string): string =>
  createHash('sha256').update(`psp.sandbox.${acquirer}`).digest('hex').toUpperCase()
