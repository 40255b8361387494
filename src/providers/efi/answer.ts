import type { ProviderAnswer } from '../http/provider-client.ts'

export const unknown = (answer: ProviderAnswer) => ({
  kind: 'unknown' as const,
  cause: causeOf(answer),
})

export const causeOf = (answer: ProviderAnswer): Error =>
  answer.kind === 'answered'
    ? new Error(`Efí answered ${answer.status} without an answer of use`)
    : new Error(`Efí: call ${answer.kind}`, { cause: answer.cause })
