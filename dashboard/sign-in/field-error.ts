import { ApiError } from '../api/api-error.ts'

/** What the gateway says about one field. Undefined: nothing. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.byField[field] : undefined
