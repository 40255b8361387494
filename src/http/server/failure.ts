import type { ErrorObject, Failure } from '../../../contract/envelope.ts'
import type { Rejection, RejectionDetails } from '../../primitives/rejection.ts'
import { responses } from '../rejection-responses.ts'
import { describeProblem, type Language } from '../request/validation.ts'

/** A rejection, ready to be sent. */
export interface RenderedFailure {
  readonly status: number
  readonly code: Rejection['code']
  readonly body: string
  readonly retryAfterSeconds: number | undefined
}

/**
 * The envelope of a rejection (docs/design/interface.md#response-envelope). `baseUrl`: the address
 * of the pages that explain codes.
 */
export function renderFailure(
  rejection: Rejection,
  { language, baseUrl }: { language: Language; baseUrl: string },
): RenderedFailure {
  const { code, details } = rejection
  const { status } = responses[code]
  const message = messageOf(rejection, language, alsoOthers[language])
  const field = details.field ?? details.issues?.[0]?.field
  const error: ErrorObject = {
    code,
    message,
    ...(field && field !== wholeBody && { field }),
    ...(details.issues &&
      details.issues.length > 0 && { issues: issuesIn(details.issues, language) }),
    docs: `${baseUrl}/docs/errors/${code}`,
    ...(details.provider && { provider: details.provider }),
    ...(details.providerCode && { providerCode: details.providerCode }),
  }
  const body: Failure = { status, message, data: details.data ?? null, error }
  return {
    status,
    code,
    body: JSON.stringify(body),
    retryAfterSeconds: details.retryAfterSeconds ?? retryAfter(status),
  }
}

/**
 * One sentence that says what to do. `aboutOthers`: where the other problems are listed. A
 * rejection by a provider begins with the provider's name (docs/design/interface.md#errors).
 */
export function messageOf(
  { code, details }: Rejection,
  language: Language,
  aboutOthers = '',
): string {
  const template = responses[code][language]
  const text = typeof template === 'string' ? template : template(details.params ?? {})
  const [first, ...others] = details.issues ?? []
  const named =
    first && `${fieldName(first.field, language)} ${describeProblem(first.problem, language)}`
  const whole = named === undefined ? text : `${named}${others.length > 0 ? aboutOthers : ''}.`
  return details.provider ? `${details.provider}: ${whole}` : whole
}

const alsoOthers: Readonly<Record<Language, string>> = {
  pt: '; os demais problemas estão em error.issues',
  en: '; the other problems are in error.issues',
}

const fieldName = (field: string, language: Language): string => {
  if (field === wholeBody) return language === 'pt' ? 'O corpo da requisição' : 'The request body'
  return language === 'pt' ? `O campo ${field}` : `The field ${field}`
}

/** The name of the whole body in issues: no field has that name. */
const wholeBody = 'body'

const issuesIn = (issues: NonNullable<RejectionDetails['issues']>, language: Language) =>
  issues.map(({ field, problem }) => ({ field, message: describeProblem(problem, language) }))

/** A rejection that asks for a retry says when. */
const retryAfter = (status: number): number | undefined =>
  status === 503 || status === 429 ? 1 : undefined

/** Portuguese, unless the caller prefers English. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const first = acceptLanguage?.slice(0, 200).split(',')[0]?.trim().toLowerCase() ?? ''
  return first === 'en' || first.startsWith('en-') || first.startsWith('en;') ? 'en' : 'pt'
}
