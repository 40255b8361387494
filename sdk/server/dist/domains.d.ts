// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type { Domain, DomainDiagnosis } from './api-types.js'
import type { Client } from './client.js'
import type { PageSize } from './filters.js'
import type { List } from './list.js'
import type { CallOptions } from './options.js'
/** The hostnames that show the Device Pay button. */
export declare class Domains {
  #private
  constructor(client: Client)
  /**
   * Registers a hostname, without scheme and path. Publish its `verificationFile`, then validate.
   * @throws GuicheError `domain-already-registered`, with the registration in `data`
   */
  register(domain: string, options?: CallOptions): Promise<Domain>
  list(filters?: PageSize, options?: CallOptions): List<Domain>
  get(id: string, options?: CallOptions): Promise<Domain>
  /** Makes the acquirer look at the published file. The result is VERIFIED. */
  validate(id: string, options?: CallOptions): Promise<Domain>
  /** What the gateway itself sees at the address of the file, step by step. */
  diagnose(id: string, options?: CallOptions): Promise<DomainDiagnosis>
  /** The button stops working on this hostname. */
  remove(id: string, options?: CallOptions): Promise<void>
}
