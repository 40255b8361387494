import { isUuid } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { ApiRequest } from './endpoint.ts'

/**
 * The id in the path. Existing clients expect the same 404 for a malformed id and an unknown one.
 */
export const idFrom = ({ params }: Pick<ApiRequest, 'params'>): string => idOf(params.id)

/** Any text that should be an id. */
export function idOf(text = ''): string {
  if (!isUuid(text)) throw new Rejection('not-found')
  return text.toLowerCase()
}
