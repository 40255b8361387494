import { randomSecret } from '../../src/primitives/id.ts'
import { openVault, type Vault } from '../../src/primitives/vault.ts'

/** A vault with keys of its own. */
export const someVault = (): Vault =>
  openVault({
    masterKeys: new Map([[1, randomSecret(32)]]),
    peppers: new Map([[1, randomSecret(32)]]),
  })
