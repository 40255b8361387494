import { isTransient } from '../../db/database-error.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { maxBodyBytes } from './limits.ts'

/**
 * Converts any error that reaches the server to a rejection: a rejection itself, an error of the
 * framework or the database, or a bug.
 */
export function rejectionFor(error: unknown): Rejection {
  if (error instanceof Rejection) return error
  const { code, statusCode } = codesOf(error)
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Rejection('unsupported-media-type')
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Rejection('body-too-large', { params: { max: maxBodyBytes / 1_024 } })
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Rejection('invalid-json')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Rejection('request-timeout')
    case 'HPE_HEADER_OVERFLOW':
      return new Rejection('headers-too-large')
  }
  // The caller closed the connection in the middle of its body: this response has no reader, and
  // nothing is wrong here.
  if (code === 'ECONNRESET') return new Rejection('request-malformed')
  if (isTransient(error))
    return new Rejection('database-unavailable', { retryAfterSeconds: 2 }, { cause: error })
  if (code.startsWith('HPE_') || (statusCode >= 400 && statusCode < 500))
    return new Rejection('request-malformed')
  return new Rejection('internal-error', {}, { cause: error })
}

function codesOf(error: unknown): { code: string; statusCode: number } {
  const { code, statusCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    code?: unknown
    statusCode?: unknown
  }
  return {
    code: typeof code === 'string' ? code : '',
    statusCode: typeof statusCode === 'number' ? statusCode : 0,
  }
}
