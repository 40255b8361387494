/** Values as each language writes them. */
export interface Notation {
  readonly quote: (text: string) => string
  readonly field: (name: string) => string
  readonly list: readonly [string, string]
  readonly object: readonly [string, string]
  readonly emptyObject: string
  readonly words: { readonly true: string; readonly false: string; readonly null: string }
  readonly indent: string
}

const escaped = (text: string): string => text.replace(/[\\']/g, '\\$&')

export const javascript: Notation = {
  quote: (text) => `'${escaped(text)}'`,
  field: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${escaped(name)}'`}: `,
  list: ['[', ']'],
  object: ['{', '}'],
  emptyObject: '{}',
  words: { true: 'true', false: 'false', null: 'null' },
  indent: '  ',
}

export const php: Notation = {
  ...javascript,
  field: (name) => `'${escaped(name)}' => `,
  object: ['[', ']'],
  emptyObject: 'new stdClass()', // An empty array is a list in JSON.
  indent: '    ',
}

export const python: Notation = {
  quote: (text) => JSON.stringify(text),
  field: (name) => `${JSON.stringify(name)}: `,
  list: ['[', ']'],
  object: ['{', '}'],
  emptyObject: '{}',
  words: { true: 'True', false: 'False', null: 'None' },
  indent: '    ',
}

/** A value of JSON as a literal, one field a line. `depth` is the indent of its last line. */
export function literal(value: unknown, notation: Notation, depth = 0): string {
  if (typeof value === 'string') return notation.quote(value)
  if (typeof value === 'number') return String(value)
  if (value === null || typeof value === 'boolean') return notation.words[`${value}`]
  const isList = Array.isArray(value)
  const [open, close] = isList ? notation.list : notation.object
  const parts = Object.entries(value as object).map(
    ([name, each]) => `${isList ? '' : notation.field(name)}${literal(each, notation, depth + 1)}`,
  )
  if (parts.length === 0) return isList ? `${open}${close}` : notation.emptyObject
  const inner = notation.indent.repeat(depth + 1)
  const lines = parts.map((part) => `${inner}${part},\n`).join('')
  return `${open}\n${lines}${notation.indent.repeat(depth)}${close}`
}
