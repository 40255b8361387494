import type { ErrorObject } from '../../contract/envelope.ts'

/** The refusal of a request, as the gateway sends it. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly issues: readonly { readonly field: string; readonly message: string }[]
  /** The page that explains the code. */
  readonly docs: string | undefined
  readonly requestId: string | null

  constructor(status: number, error: ErrorObject, message: string, requestId: string | null) {
    super(message)
    this.status = status
    this.code = error.code
    this.field = error.field
    this.issues = error.issues ?? []
    this.docs = error.docs
    this.requestId = requestId
  }

  /** The messages by field, for a form. */
  get byField(): Readonly<Record<string, string>> {
    const single = this.field !== undefined ? [[this.field, this.message] as const] : []
    return Object.fromEntries([
      ...single,
      ...this.issues.map(({ field, message }) => [field, message] as const),
    ])
  }
}

/** What the gateway says about the fields of a form. A failure may be about none. */
export const fieldErrors = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.byField : {}

/** The same of the sandbox, at an address of its own. */
export class SandboxAway extends Error {
  constructor(cause: unknown) {
    super('no answer from the sandbox', { cause })
  }
}

/** No answer: the network failed, or the gateway is away. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('no answer from the gateway', { cause })
  }
}
