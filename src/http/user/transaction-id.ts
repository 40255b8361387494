import { isUuid } from '../../primitives/id.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { Asked } from '../endpoint.ts'

/** The id in the path. What is no id of anything is not found, like an unknown one (compatibility 4). */
export function idFrom({ params }: Pick<Asked, 'params'>): string {
  const { id = '' } = params
  if (!isUuid(id)) throw new Rejection('not-found')
  return id.toLowerCase()
}
