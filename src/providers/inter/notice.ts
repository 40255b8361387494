import { list, record, trimmedText } from '../http/json-reader.ts'
import { isReference } from './charge-answer.ts'

/**
 * Reads a callback: a list of charges; one object was also observed. The bank signs nothing: the
 * secret in our address is the proof, and states and amounts are only hints.
 */
export const readNotice = (body: unknown): readonly string[] => {
  const items = Array.isArray(body) ? list(body) : [body]
  const references = items.map((item) => trimmedText(record(item)?.codigoSolicitacao) ?? '')
  return [...new Set(references.filter(isReference))]
}
