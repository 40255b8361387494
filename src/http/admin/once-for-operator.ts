import type { Asked, Edge, EnvelopeText, Verbatim } from '../endpoint.ts'
import { type Made, onceSealed, onceSealedText, type SealedWork } from '../once-sealed.ts'

/** An operator's POST, once for each Idempotency-Key. */
export const onceForOperator = <Data>(
  edge: Edge,
  asked: Asked,
  work: SealedWork<Made<Data>>,
): Promise<EnvelopeText<Data>> => onceSealed(edge, asked, { ...work, accountId: operators })

/** The same for work that knows its answer as text. */
export const textOnceForOperator = <Result>(
  edge: Edge,
  asked: Asked,
  work: SealedWork<Result> & Pick<Parameters<typeof onceSealedText<Result>>[2], 'objectIdOf' | 'text'>,
): Promise<Verbatim> => onceSealedText(edge, asked, { ...work, accountId: operators })

/** Keys of operators are a scope of their own, beside those of every account. */
const operators = '00000000-0000-0000-0000-000000000000'
