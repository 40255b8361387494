import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { responses } from '../rejection-responses.ts'
import { nameFor, readDocsFile, readDocsSite } from './docs-files.ts'
import { errorPage, notBuiltPage } from './plain-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'guiche-docs-'))
after(() => rmSync(folder, { recursive: true }))

test('a site that was never built is none', async () => {
  assert.equal(await readDocsSite(folder), undefined)
})

test('an address leads to a page, to its Markdown, or to no file', async () => {
  mkdirSync(join(folder, 'errors/not-found'), { recursive: true })
  for (const [name, text] of [
    ['script-hashes.txt', "'sha256-x'"],
    ['index.html', 'first'],
    ['errors/not-found/index.html', 'one'],
    ['errors/not-found/index.html.br', 'packed'],
    ['errors/not-found.md', '# One'],
  ] as const)
    writeFileSync(join(folder, name), text)
  const site = await readDocsSite(folder)
  assert.ok(site)
  for (const [path, name] of [
    ['', 'index.html'],
    ['errors/not-found', 'errors/not-found/index.html'],
    ['errors/not-found.md', 'errors/not-found.md'],
    ['errors', undefined],
    ['errors/other', undefined],
    ['script-hashes.txt', undefined],
    ['errors/not-found/index.html.br', undefined],
    ['../index.html', undefined],
  ] as const)
    assert.equal(nameFor(site, path), name, path)
  const name = 'errors/not-found/index.html'
  const packed = await readDocsFile(site, name, 'gzip, br;q=0.9')
  assert.deepEqual([packed.encoding, packed.body.toString()], ['br', 'packed'])
  const plain = await readDocsFile(site, name, undefined)
  assert.deepEqual([plain.encoding, plain.body.toString()], ['', 'one'])
  assert.notEqual(packed.etag, plain.etag)
})

test('without a build an error code has its sentences, and other pages say what to do', () => {
  const page = errorPage('domain-invalid', responses['domain-invalid'])
  assert.match(page, /<h1>domain-invalid<\/h1>/)
  assert.match(page, /não é um hostname válido/)
  assert.match(page, /is not a valid hostname/)
  assert.match(notBuiltPage(), /npm run build/)
})
