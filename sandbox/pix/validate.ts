import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TValidationError } from 'typebox/error'
import type { Violation } from './problem.ts'

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/**
 * Returns a function that checks bodies. It names every invalid field as the document does:
 * `cob.valor.original`.
 */
export function bodyChecker<Schema extends TSchema>(schema: Schema, root: string) {
  const validator = Compile(schema)
  return (body: unknown): Checked<Static<Schema>> => {
    if (validator.Check(body)) return { ok: true, value: body as Static<Schema> }
    const byField = new Map<string, Violation>()
    for (const path of validator.Errors(body).flatMap(pathsOf)) {
      const found = violation(root, body, path)
      byField.set(found.propriedade, found)
    }
    return { ok: false, violations: [...byField.values()] }
  }
}

/** The fields that an error is about. An object reports all its missing fields in one error. */
function pathsOf(error: TValidationError): readonly (readonly string[])[] {
  const path = error.instancePath.split('/').slice(1)
  // A debtor is one of two kinds. An error names the debtor, not a field of the other kind.
  if (path[0] === 'devedor') return [['devedor']]
  return error.keyword === 'required'
    ? error.params.requiredProperties.map((name) => [...path, name])
    : [path]
}

function violation(root: string, body: unknown, path: readonly string[]): Violation {
  const propriedade = [root, ...path].join('.')
  const value = path.reduce<unknown>(
    (at, name) => (isRecord(at) || Array.isArray(at) ? Reflect.get(at, name) : undefined),
    body,
  )
  const isPlain = typeof value === 'string' || typeof value === 'number'
  return {
    razao: `O campo ${propriedade} não respeita o schema.`,
    propriedade,
    ...(isPlain ? { valor: String(value).slice(0, 100) } : {}),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
