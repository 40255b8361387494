import { parse, record } from './json-reader.ts'
import type { ProviderAnswer } from './provider-client.ts'

/**
 * Whether a provider itself says that it does not have what was queried: a 404 with JSON, or
 * without a body. A proxy, a page during maintenance or a wrong path has a 404 with a page or a
 * text, which proves nothing.
 */
export const isNotFound = (answer: ProviderAnswer): boolean =>
  isNotFoundWithJson(answer) || (is404(answer) && answer.text.trim() === '')

/** The same at a provider whose 404 always has JSON. */
export function isNotFoundWithJson(answer: ProviderAnswer): boolean {
  if (!is404(answer)) return false
  const body = parse(answer.text)
  return record(body) !== undefined || Array.isArray(body)
}

const is404 = (answer: ProviderAnswer): answer is ProviderAnswer & { readonly kind: 'answered' } =>
  answer.kind === 'answered' && answer.status === 404
