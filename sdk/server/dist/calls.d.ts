// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import type { Client } from './client.js'
import { List } from './list.js'
import type { CallOptions } from './options.js'
import type { Call } from './request.js'
/** `data` of a response. Its type is made from the schema of the response in the contract. */
export declare const dataOf: <Data>(
  client: Client,
  call: Call,
  options: CallOptions | undefined,
) => Promise<Data>
/** A list that is read by cursor. */
export declare const listOf: <Item, Beside extends object = object>(
  client: Client,
  path: string,
  filters: object | undefined,
  options: CallOptions | undefined,
) => List<Item, Beside>
/**
 * Removes an object. When a retry after a lost response finds it gone, an earlier request has
 * removed it.
 */
export declare function remove(
  client: Client,
  path: string,
  options: CallOptions | undefined,
): Promise<void>
