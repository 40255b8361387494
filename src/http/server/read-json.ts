import { isUtf8 } from 'node:buffer'
import { isBrokenText } from '../../primitives/broken-text.ts'
import { Rejection } from '../../primitives/rejection.ts'

/** The deepest nesting of a body (docs/design/rules.md#b1). */
export const maxDepth = 32

/**
 * Reads a body as JSON, strictly: valid UTF-8, no key twice in one object, no nesting deeper than
 * 32. This is checked before anything is built. Zero bytes count as no body: existing clients send
 * a content type without one.
 *
 * A number with an exponent is read as its text, so that no amount accepts it
 * (docs/design/rules.md#b2). Only inside `metadata`, which is returned as sent, it is read as a
 * number.
 * @throws Rejection `invalid-json`, `duplicate-json-key`, `body-too-deep`, `validation-failed`
 */
export function readJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new Rejection('invalid-json')
  const text = withoutBom(bytes.toString('utf8'))
  if (blank.test(text)) return undefined
  const { hasExponent } = scan(text)
  const value = parse(text)
  if (text.includes('\\u')) refuseBrokenText(value, '')
  return hasExponent ? exponentsAsText(text, value) : value
}

const blank = /^[ \t\r\n]*$/

const withoutBom = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Rejection('invalid-json') // The parser's message quotes the body, so it is not used.
  }
}

/** One pass over the text. Invalid JSON is left to the parser. */
function scan(text: string): { hasExponent: boolean } {
  const open: (Set<string> | undefined)[] = []
  let awaitsKey = false
  let hasExponent = false
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case 0x22: {
        const end = endOfString(text, index)
        if (awaitsKey) addKey(open.at(-1), text.slice(index + 1, end))
        awaitsKey = false
        index = end
        break
      }
      case 0x7b: // {
        open.push(new Set())
        awaitsKey = true
        break
      case 0x5b: // [
        open.push(undefined)
        awaitsKey = false
        break
      case 0x7d: // }
      case 0x5d: // ]
        open.pop()
        awaitsKey = false
        break
      case 0x2c: // ,
        awaitsKey = open.at(-1) !== undefined
        break
      case 0x45: // E
      case 0x65: // e
        hasExponent ||= isDigit(text.charCodeAt(index - 1))
    }
    if (open.length > maxDepth) throw new Rejection('body-too-deep', { params: { max: maxDepth } })
  }
  return { hasExponent }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++
    if (slashes % 2 === 0) return end
  }
  return text.length
}

/** `"a"` and `"\u0061"` are one key. */
function addKey(keys: Set<string> | undefined, written: string): void {
  const key = written.includes('\\') ? String(parse(`"${written}"`)) : written
  if (keys?.has(key))
    throw new Rejection('duplicate-json-key', { params: { key: key.slice(0, 60) } })
  keys?.add(key)
}

/** NUL and unpaired surrogates can be written as escapes, but not stored. */
function refuseBrokenText(value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (isBrokenText(value)) {
      throw new Rejection('validation-failed', {
        field,
        issues: [{ field, problem: 'broken-text' }],
      })
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const path = field === '' ? key : `${field}.${key}`
      refuseBrokenText(key, field)
      refuseBrokenText(inner, path)
    }
  }
}

function exponentsAsText(text: string, plain: unknown): unknown {
  const marked: unknown = JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && /e/i.test(context?.source ?? '') ? context?.source : value,
  )
  if (!isObject(marked) || !isObject(plain) || !Object.hasOwn(marked, 'metadata')) return marked
  marked.metadata = plain.metadata
  return marked
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
