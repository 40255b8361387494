// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.

import type {
  Account as AccountData,
  Brand,
  Key,
  LoggedRequest,
  LoggedRequestDetail,
  PutBrandRequest,
} from './api-types.js'
import type { Client } from './client.js'
import type { RequestFilters } from './filters.js'
import type { List } from './list.js'
import type { CallOptions } from './options.js'
/** The account of the key. */
export declare class Account {
  #private
  constructor(client: Client)
  /** Its methods, limits, prices and settings. */
  get(options?: CallOptions): Promise<AccountData>
  /** Name, color and logo of the account on the pages of payers. */
  brand(options?: CallOptions): Promise<Brand>
  /** Changes the fields that you give; null removes one. `logo` is base64, at most 128 KiB. */
  setBrand(request: PutBrandRequest, options?: CallOptions): Promise<Brand>
}
/** The keys of the account, never the keys themselves. Only a person creates and revokes keys. */
export declare class Keys {
  #private
  constructor(client: Client)
  list(options?: CallOptions): Promise<readonly Key[]>
}
/** The requests of the account in the last seven days, without secrets. */
export declare class Requests {
  #private
  constructor(client: Client)
  list(filters?: RequestFilters, options?: CallOptions): List<LoggedRequest>
  /** One request with its bodies. `id` is the `requestId` of an error. */
  get(id: string, options?: CallOptions): Promise<LoggedRequestDetail>
}
