import type { Asked, Edge, Verbatim } from '../endpoint.ts'
import { type Made, onceSealed } from '../once-sealed.ts'

/** An operator's POST, once for each Idempotency-Key. */
export const onceForOperator = (edge: Edge, asked: Asked, run: () => Promise<Made>): Promise<Verbatim> =>
  onceSealed(edge, asked, { accountId: operators, run })

/** Keys of operators are a scope of their own, beside those of every account. */
const operators = '00000000-0000-0000-0000-000000000000'
