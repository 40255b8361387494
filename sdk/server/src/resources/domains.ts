import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type { Domain, DomainDiagnosis } from '../types/api-types.ts'
import { dataOf, listOf, remove } from './calls.ts'
import type { PageSize } from './filters.ts'

/** The hostnames that show the Device Pay button. */
export class Domains {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /**
   * Registers a hostname, without scheme and path. Publish its `verificationFile`, then validate.
   * @throws GuicheError `domain-already-registered`, with the registration in `data`
   */
  register(domain: string, options?: CallOptions): Promise<Domain> {
    const call = { method: 'POST', path: '/api/user/device-pay/domains', body: { domain } } as const
    return dataOf(this.#client, call, options)
  }

  list(filters?: PageSize, options?: CallOptions): List<Domain> {
    return listOf(this.#client, '/api/user/device-pay/domains', filters, options)
  }

  get(id: string, options?: CallOptions): Promise<Domain> {
    const call = { method: 'GET', path: path`/api/user/device-pay/domains/${id}` } as const
    return dataOf(this.#client, call, options)
  }

  /** Makes the acquirer look at the published file. The result is VERIFIED. */
  validate(id: string, options?: CallOptions): Promise<Domain> {
    const url = path`/api/user/device-pay/domains/${id}/validate`
    return dataOf(this.#client, { method: 'POST', path: url }, options)
  }

  /** What the gateway itself sees at the address of the file, step by step. */
  diagnose(id: string, options?: CallOptions): Promise<DomainDiagnosis> {
    const url = path`/api/user/device-pay/domains/${id}/diagnosis`
    return dataOf(this.#client, { method: 'GET', path: url }, options)
  }

  /** The button stops working on this hostname. */
  remove(id: string, options?: CallOptions): Promise<void> {
    return remove(this.#client, path`/api/user/device-pay/domains/${id}`, options)
  }
}
