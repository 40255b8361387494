import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const columns = 100
const kinds = ['ts', 'tsx', 'mjs', 'js', 'css', 'sql', 'html', 'md', 'sh', 'yml', 'yaml']

test(`no line of code or prose has more than ${columns} columns`, async () => {
  const patterns = kinds.map((kind) => `*.${kind}`)
  const tracked = execFileSync('git', ['ls-files', '-z', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  const files = tracked.split('\0').filter((file) => file !== '')
  assert.ok(files.length > 1_000, 'the files are there')
  const wide: string[] = []
  for (const file of files) {
    const lines = (await readFile(join(root, file), 'utf8')).split('\n')
    for (const [index, line] of lines.entries())
      if (isTooWide(line, file)) wide.push(`${file}:${index + 1}: ${widthOf(line)} columns`)
  }
  assert.deepEqual(wide, [])
})

/*
 * Lines that may be wider, because a line break would change what they contain or would make it
 * harder to read. There is no list of files: the line itself decides.
 */

const string = /(?<quote>['"`])(?:(?!\k<quote>)[^\\]|\\.)*\k<quote>/u.source
const regularExpression = /\/(?![/*])(?:[^/\\[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/[a-z]*/u.source

/**
 * A line of a table of data: one literal, with a key or as the branch of a condition. The message
 * of an error, the description of a field and a payment code are such lines. The formatter has
 * already put each of them on its own line.
 */
const key = /(?:readonly )?(?:\w+|'[^']*'|"[^"]*")\??: /u.source
const oneLiteral = new RegExp(
  String.raw`^\s*(?:[?:] |${key})?(?:${string}|${regularExpression})[\])},;]*$`,
  'u',
)

/** Markdown has no other form for a table. */
const tableRow = /^\s*\|.*\|$/u

/** A URL and the path of a module have no place for a line break. Only a few words are beside. */
const urls = /\bhttps?:\/\/[^\s"'`)>]+|"data:[^"]+"|(?<=\bfrom )'[^']+'/gu
const besideUrl = 40

function isTooWide(line: string, file: string): boolean {
  if (widthOf(line) <= columns) return false
  const isData = file.endsWith('.md') ? tableRow.test(line) : oneLiteral.test(line)
  const withoutUrls = line.replace(urls, '')
  return !isData && (withoutUrls === line || widthOf(withoutUrls) > besideUrl)
}

/** Characters, not UTF-16 units and not bytes. */
function widthOf(line: string): number {
  return [...line].length
}

const long = 'x '.repeat(60)
for (const [what, line, file, isWide] of [
  ['prose', long, 'a.md', true],
  ['a row of a table', `| a | ${long}|`, 'a.md', false],
  ['a row of a table outside Markdown', `| a | ${long}|`, 'a.ts', true],
  ['a comment', `// ${long}`, 'a.ts', true],
  ['a statement', `const a = [${'1, '.repeat(40)}]`, 'a.ts', true],
  ['a title of a test', `test('${long}', () => {`, 'a.ts', true],
  ['a line of SQL', `select ${'a, '.repeat(40)} b`, 'a.ts', true],
  ['two strings', `'${long}', '${long}',`, 'a.ts', true],
  ['a sum of strings', `'${long}' +`, 'a.ts', true],
  ['a string', `  '${long}',`, 'a.ts', false],
  ['a string with a key', `  'not-found': "${long}",`, 'a.ts', false],
  ['a string in a type', `  readonly message: '${long}'`, 'a.d.ts', false],
  ['a branch with a template', `  ? \`\${a} ${long}\``, 'a.ts', false],
  ['a regular expression', `  /^[/]${long}\\/$/u,`, 'a.ts', false],
  ['a URL', `// See https://a.com/${'a'.repeat(100)}.`, 'a.ts', false],
  ['prose beside a URL', `https://a.com/ ${'x '.repeat(45)}`, 'a.md', true],
  ['accents', 'é'.repeat(100), 'a.md', false],
] as const)
  test(`${what} ${isWide ? 'must be broken' : 'may stay'}`, () =>
    assert.equal(isTooWide(line, file), isWide))
