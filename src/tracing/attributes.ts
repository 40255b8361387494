/**
 * The attributes that a span may have, each with the form of its value. It is an allow-list: a span
 * never has a body, a path, a query, an address of a person, or a text of a client
 * (docs/design/rules.md#g1). docs/operating/traces.md describes each.
 */
export const attributeForms = {
  'db.operation.batch.size': 'number',
  'db.system.name': /^postgresql$/,
  'error.type': /^[A-Za-z0-9_.-]{1,64}$/,
  'guiche.account.id': 'id',
  'guiche.delivery.attempt': 'number',
  'guiche.delivery.id': 'id',
  'guiche.event.id': 'id',
  'guiche.event.type': /^[a-z_.-]{1,64}$/,
  'guiche.job': /^[a-z-]{1,64}$/,
  'guiche.object.id': 'id',
  'guiche.outcome': /^[a-z-]{1,32}$/,
  'guiche.provider.id': 'id',
  'guiche.provider.kind': /^[a-z0-9-]{1,32}$/,
  'guiche.provider.operation': /^[A-Za-z.]{1,48}$/,
  'guiche.request.id': 'id',
  'http.request.method': /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|_OTHER)$/,
  'http.response.status_code': 'number',
  'http.route': /^[\w/:.*-]{1,128}$/,
  'server.address': /^[a-z0-9.:[\]-]{1,253}$/,
} as const satisfies Record<string, RegExp | 'number' | 'id'>

export type AttributeName = keyof typeof attributeForms

export type SpanAttributes = {
  readonly [Name in AttributeName]?: (typeof attributeForms)[Name] extends 'number'
    ? number
    : string
}

/** Leaves out every value that does not have the form of its name. */
export function allowedAttributes(attributes: SpanAttributes): Record<string, string | number> {
  const allowed: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined && hasForm(attributeForms[name as AttributeName], value))
      allowed[name] = value
  return allowed
}

function hasForm(form: RegExp | 'number' | 'id' | undefined, value: string | number): boolean {
  if (form === 'number') return Number.isSafeInteger(value)
  if (form === undefined || typeof value !== 'string') return false
  return (form === 'id' ? idForm : form).test(value)
}

const idForm = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
