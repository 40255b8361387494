import type { Response } from '../rejection-responses.ts'

type Language = 'pt' | 'en'

/** The sentence, with names in place of the facts of a case. */
export function sample(response: Response, language: Language): string {
  const template = response[language]
  if (typeof template === 'string') return template
  const names = new Proxy({}, { get: (_, name) => `{${String(name)}}` })
  return template(names)
}

/** What all responses of one status have in common. */
export function advice(status: number, language: Language): string {
  if (status === 429 || status === 503) return advices.wait[language]
  if (status >= 500) return advices.ownFault[language]
  if (status === 408) return advices.late[language]
  return status === 409 ? advices.conflict[language] : advices.correct[language]
}

const advices = {
  wait: {
    pt: 'Espere o tempo do cabeçalho Retry-After e repita com a mesma Idempotency-Key.',
    en: 'Wait for the time in the Retry-After header, and repeat with the same Idempotency-Key.',
  },
  ownFault: {
    pt: 'A falha é nossa. Repita com a mesma Idempotency-Key; se continuar, informe o X-Request-Id.',
    en: 'The fault is ours. Repeat with the same Idempotency-Key; if it stays, report the X-Request-Id.',
  },
  late: {
    pt: 'Nada foi feito. Envie de novo, com a mesma Idempotency-Key.',
    en: 'Nothing was done. Send it again, with the same Idempotency-Key.',
  },
  conflict: {
    pt: 'O estado mudou ou ainda está mudando. Consulte e decida de novo.',
    en: 'The state has changed, or is changing. Look it up and decide again.',
  },
  correct: {
    pt: 'Repetir a mesma requisição dá a mesma resposta: corrija-a antes.',
    en: 'The same request gets the same response: correct it first.',
  },
} as const
