import { Ajv, type ErrorObject } from 'ajv'
import type { Static, TSchema } from 'typebox'
import type { Violation } from './problem.ts'

export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly violations: readonly Violation[] }

/** A checker of bodies that names every field at fault as the document does: `cob.valor.original`. */
export function bodyChecker<Schema extends TSchema>(schema: Schema, root: string) {
  const isValid = ajv.compile<Static<Schema>>(schema)
  return (body: unknown): Checked<Static<Schema>> => {
    if (isValid(body)) return { ok: true, value: body }
    const byField = new Map<string, Violation>()
    for (const error of isValid.errors ?? []) {
      const found = violation(root, body, pathOf(error))
      byField.set(found.propriedade, found)
    }
    return { ok: false, violations: [...byField.values()] }
  }
}

const ajv = new Ajv({ allErrors: true, strict: false })

function pathOf(error: ErrorObject): readonly string[] {
  const path = error.instancePath.split('/').slice(1)
  // Of the two kinds of debtor, it is the debtor that is wrong and not what the other kind would have had.
  if (path[0] === 'devedor') return ['devedor']
  const missing: unknown = error.params.missingProperty
  return typeof missing === 'string' ? [...path, missing] : path
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
