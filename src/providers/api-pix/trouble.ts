import type { ProviderAnswer } from '../http/provider-client.ts'

/**
 * The error of a call that had neither a usable response nor a definite rejection. It holds no body
 * of the provider.
 */
export function troubleOf(answer: ProviderAnswer): Error {
  if (answer.kind === 'answered')
    return new Error(`API Pix answered ${answer.status} without an answer of use`)
  return new Error(`API Pix call ${answer.kind}`, { cause: answer.cause })
}
