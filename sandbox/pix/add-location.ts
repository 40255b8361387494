import { randomId } from '../../src/primitives/id.ts'
import type { ChargeKind } from './charge.ts'
import type { Location } from './location-store.ts'
import type { Psp } from './psp.ts'

/** A new location without a charge. */
export function addLocation(psp: Psp, kind: ChargeKind): Location {
  const token = randomId().replaceAll('-', '')
  return psp.locations.add({
    kind,
    token,
    address: `${psp.host()}/qr/v2/${kind === 'cobv' ? 'cobv/' : ''}${token}`,
    createdAt: psp.world.now(),
  })
}
