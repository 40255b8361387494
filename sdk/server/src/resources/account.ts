import type { Client } from '../http/client.ts'
import { path } from '../http/request.ts'
import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import type {
  Account as AccountData,
  Brand,
  Key,
  LoggedRequest,
  LoggedRequestDetail,
  PutBrandRequest,
} from '../types/api-types.ts'
import { dataOf, listOf } from './calls.ts'
import type { RequestFilters } from './filters.ts'

/** The account of the key. */
export class Account {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  /** Its methods, limits, prices and settings. */
  get(options?: CallOptions): Promise<AccountData> {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/account' }, options)
  }

  /** Name, color and logo of the account on the pages of payers. */
  brand(options?: CallOptions): Promise<Brand> {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/brand' }, options)
  }

  /** Changes the fields that you give; null removes one. `logo` is base64, at most 128 KiB. */
  setBrand(request: PutBrandRequest, options?: CallOptions): Promise<Brand> {
    const call = { method: 'PUT', path: '/api/user/brand', body: request } as const
    return dataOf(this.#client, call, options)
  }
}

/** The keys of the account, never the keys themselves. Only a person creates and revokes keys. */
export class Keys {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  list(options?: CallOptions): Promise<readonly Key[]> {
    return dataOf(this.#client, { method: 'GET', path: '/api/user/keys' }, options)
  }
}

/** The requests of the account in the last seven days, without secrets. */
export class Requests {
  readonly #client: Client
  constructor(client: Client) {
    this.#client = client
  }

  list(filters?: RequestFilters, options?: CallOptions): List<LoggedRequest> {
    return listOf(this.#client, '/api/user/requests', filters, options)
  }

  /** One request with its bodies. `id` is the `requestId` of an error. */
  get(id: string, options?: CallOptions): Promise<LoggedRequestDetail> {
    return dataOf(this.#client, { method: 'GET', path: path`/api/user/requests/${id}` }, options)
  }
}
