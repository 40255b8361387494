import assert from 'node:assert/strict'
import pg from 'pg'

/** A part of a statement: SQL and the values in it. */
export interface Fragment {
  readonly strings: readonly string[]
  readonly values: readonly unknown[]
}

/** SQL that code composed from names it knows, never from client input. */
export const fragment = (strings: readonly string[], values: readonly unknown[]): Fragment => ({
  strings,
  values,
})

/**
 * SQL and its values. If it is awaited, it is sent and returns its rows. If it is put inside
 * another statement, it becomes part of it.
 */
export interface Statement<Rows> extends Promise<Rows>, Fragment {}

export interface CompiledQuery {
  readonly text: string
  readonly values: unknown[]
  /** The name it is prepared under. */
  readonly name?: string
}

export function statement<Rows>(
  strings: readonly string[],
  values: readonly unknown[],
  run: (query: CompiledQuery) => Promise<Rows>,
): Statement<Rows> {
  let result: Promise<Rows> | undefined
  const self: Statement<Rows> = {
    strings,
    values,
    // biome-ignore lint/suspicious/noThenProperty: only an await sends a statement.
    then: (onFulfilled, onRejected) => sent().then(onFulfilled, onRejected),
    catch: (onRejected) => sent().catch(onRejected),
    finally: (onFinally) => sent().finally(onFinally),
    [Symbol.toStringTag]: 'Statement',
  }
  // Sent once, however often it is awaited.
  const sent = () => (result ??= run(compile(self)))
  return self
}

/** The text with `$1`, `$2` … and the values in their places. */
export function compile({ strings, values }: Fragment): CompiledQuery {
  const parameters: unknown[] = []
  const text = render(strings, values, parameters)
  const name = nameOf(text)
  return { text, values: parameters, ...(name !== undefined && { name }) }
}

function render(
  strings: readonly string[],
  values: readonly unknown[],
  parameters: unknown[],
): string {
  let text = strings[0] ?? ''
  values.forEach((value, index) => {
    text += renderValue(value, parameters) + (strings[index + 1] ?? '')
  })
  return text
}

function renderValue(value: unknown, parameters: unknown[]): string {
  assert(value !== undefined, 'a value in SQL is undefined: null says "none"')
  if (isFragment(value)) return render(value.strings, value.values, parameters)
  if (isIdentifier(value)) return pg.escapeIdentifier(value.identifier)
  parameters.push(value)
  return `$${parameters.length}`
}

const isFragment = (value: unknown): value is Fragment =>
  typeof value === 'object' && value !== null && 'strings' in value && 'values' in value

const isIdentifier = (value: unknown): value is { identifier: string } =>
  typeof value === 'object' && value !== null && 'identifier' in value

/**
 * One name for each text, in every connection. Texts are few; above a limit the others are not
 * prepared.
 */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= 2_000) return undefined
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

const names = new Map<string, string>()
