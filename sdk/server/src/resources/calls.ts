import { isGuicheError } from '../errors.ts'
import type { Client } from '../http/client.ts'
import type { Call } from '../http/request.ts'
import { List, type Page } from '../list.ts'
import type { CallOptions } from '../options.ts'

/** `data` of a response. Its type is made from the schema of the response in the contract. */
export const dataOf = async <Data>(
  client: Client,
  call: Call,
  options: CallOptions | undefined,
): Promise<Data> => (await client.send(call, options)).data as Data

/** A list that is read by cursor. */
export const listOf = <Item, Beside extends object = object>(
  client: Client,
  path: string,
  filters: object | undefined,
  options: CallOptions | undefined,
): List<Item, Beside> =>
  new List(async (cursor) => {
    const query = { ...filters, cursor }
    const { data, pagination, ...envelope } = await client.send(
      { method: 'GET', path, query },
      options,
    )
    const { nextCursor } = pagination as { nextCursor: string | null }
    return { ...besideOf(envelope), data, nextCursor } as unknown as Page<Item, Beside>
  })

function besideOf(envelope: Readonly<Record<string, unknown>>): object {
  const { status: _, message: _m, error: _e, warnings: _w, ...beside } = envelope
  return beside
}

/**
 * Removes an object. When a retry after a lost response finds it gone, an earlier request has
 * removed it.
 */
export async function remove(
  client: Client,
  path: string,
  options: CallOptions | undefined,
): Promise<void> {
  try {
    await client.send({ method: 'DELETE', path }, options)
  } catch (error) {
    const isGone = isGuicheError(error) && error.code === 'not-found' && error.mayHaveHappened
    if (!isGone) throw error
  }
}
