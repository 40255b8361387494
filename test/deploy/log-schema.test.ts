import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

/* docs/operating/log.md has every text and every field of the log. */

const root = join(import.meta.dirname, '../..')
const page = await readFile(join(root, 'docs/operating/log.md'), 'utf8')
const fieldsOfText = new Map(
  [...page.matchAll(/^\| ([\w, ]+) \| `([^`]+)` \| (.*) \|$/gm)].map(
    ([, level = '', text = '', fields = '']) => [text, { level, fields: namesIn(fields) }] as const,
  ),
)
const fields = new Set(
  [...page.matchAll(/^\| (`[^|]*`) \| (?:text|number|id|array|object)[^|]* \|/gm)].flatMap(
    ([, names = '']) => namesIn(names),
  ),
)
const calls = await logCalls()

test('every text of the log is on the page with its level and fields, and no other', () => {
  assert.ok(calls.length > 60)
  assert.deepEqual(
    [...new Set(calls.map(({ text }) => text))].sort(),
    [...fieldsOfText.keys()].sort(),
  )
  for (const { path, text, level, named } of calls) {
    const row = fieldsOfText.get(text)
    if (level !== undefined) assert.ok(row?.level.split(', ').includes(level), `${path}: ${text}`)
    for (const name of named.filter((each) => !ofEveryLine.has(each)))
      assert.ok(row?.fields.includes(name), `${path}: ${text}: ${name}`)
  }
})

test('every field of a text has its meaning, and no other', () => {
  const used = new Set([...fieldsOfText.values()].flatMap((each) => each.fields))
  assert.deepEqual([...used].sort(), [...fields].filter((name) => !ofEveryLine.has(name)).sort())
})

const ofEveryLine: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'requestId', 'traceId'])

function namesIn(text: string): string[] {
  return [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)
}

interface LogCall {
  readonly path: string
  readonly text: string
  /** Undefined: it is decided at the call. */
  readonly level: string | undefined
  /** The fields that the call names itself. */
  readonly named: readonly string[]
}

async function logCalls(): Promise<LogCall[]> {
  const found: LogCall[] = []
  for await (const path of glob('src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })) {
    const source = await readFile(join(root, path), 'utf8')
    for (const call of source.matchAll(
      /\blog\??(?:\.(debug|info|warn|error|fatal)|\[[^\]]+\])\(/g,
    )) {
      const sent = argumentsAt(source, call.index + call[0].length)
      const [, single, double] = /(?:'([^']*)'|"([^"]*)"),?\s*$/.exec(sent) ?? []
      const text = single ?? double
      assert.ok(text !== undefined, `${path}: a line of the log without a text: ${sent}`)
      found.push({ path, text, level: call[1], named: keysOf(sent) })
    }
  }
  return found
}

/** The source up to the parenthesis that ends a call. */
function argumentsAt(source: string, start: number): string {
  let depth = 1
  let quote = ''
  for (let at = start; at < source.length; at += 1) {
    const sign = source[at] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (`'"\``.includes(sign)) quote = sign
    else if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
    if (depth === 0) return source.slice(start, at)
  }
  return source.slice(start)
}

/** The keys of the object that a call begins with. Those that it spreads are not seen. */
function keysOf(sent: string): string[] {
  if (!sent.trimStart().startsWith('{')) return []
  const body = argumentsAt(sent, sent.indexOf('{') + 1)
  const keys: string[] = []
  let depth = 0
  let part = ''
  for (const sign of `${body},`) {
    if ('([{'.includes(sign)) depth += 1
    if (')]}'.includes(sign)) depth -= 1
    if (sign !== ',' || depth > 0) {
      part += sign
      continue
    }
    const [, key] = /^\s*(\w+)/.exec(part) ?? []
    if (key !== undefined) keys.push(key)
    part = ''
  }
  return keys
}
