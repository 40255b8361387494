import type { LoggedRequestDetail } from '../../../contract/request-log.ts'

interface RequestedObject {
  readonly type: 'transaction' | 'cashout' | 'dispute'
  readonly id: string
}

const types = {
  transactions: 'transaction',
  cashout: 'cashout',
  chargebacks: 'dispute',
} as const

/** The object that a request read, changed or created: of its path, or of its response. */
export function objectOf({
  path,
  method,
  responseBody,
}: Pick<LoggedRequestDetail, 'path' | 'method' | 'responseBody'>): RequestedObject | undefined {
  const [name = '', inPath] = path.replace(/^\/api\/user\//, '').split('/')
  const type = types[name as keyof typeof types]
  const id = inPath ?? (method === 'POST' ? createdId(responseBody) : undefined)
  return type && id !== undefined && isId(id) ? { type, id } : undefined
}

/** The id in `data` of a response. */
function createdId(body: unknown): string | undefined {
  const { data } = (body ?? {}) as { readonly data?: { readonly id?: unknown } | null }
  return typeof data?.id === 'string' ? data.id : undefined
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
