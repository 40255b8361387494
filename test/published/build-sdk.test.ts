import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildSdk, sdkSources } from '../../scripts/build-sdk.ts'
import { bundle } from '../../scripts/bundle.ts'

test('building the published files again changes nothing', () => {
  for (const [path, text] of Object.entries({ ...sdkSources(), ...buildSdk() })) {
    assert.equal(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'), text, path)
  }
})

test('a bundle contains no file from outside the folder of its entry', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-bundle-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'outside.ts'), 'export const outside = 1\n')
  writeFileSync(join(folder, 'src/inside.ts'), 'export const inside: number = 2\n')
  const entry = (name: string) => {
    const path = join(folder, 'src', `from-${name.replaceAll('/', '-')}.ts`)
    writeFileSync(path, `export * from '${name}'\n`)
    return path
  }
  assert.match(bundle(entry('./inside.ts'), 'esm'), /inside = 2;/)
  assert.throws(() => bundle(entry('../outside.ts'), 'esm'), /imports \.\.\/outside\.ts/)
  assert.throws(() => bundle(entry('esbuild'), 'esm'), /esbuild/)
})
