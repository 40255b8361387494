import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, openAuthority } from '../../sandbox/authority.ts'

/** Certificates for test servers on this machine, from an authority that only these tests trust. */
export async function openTestAuthority(): Promise<
  Authority & { readonly close: () => Promise<void> }
> {
  const home = await mkdtemp(join(tmpdir(), 'guiche-test-authority-'))
  return { ...(await openAuthority(home)), close: () => rm(home, { recursive: true, force: true }) }
}
