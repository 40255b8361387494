import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildSdk } from './build-sdk.ts'
import { joinModules } from './join-modules.ts'

test('making the browser’s files again changes nothing', () => {
  for (const [path, text] of Object.entries(buildSdk())) {
    assert.equal(readFileSync(join(import.meta.dirname, '..', path), 'utf8'), text, path)
  }
})

test('modules are joined in the order they need each other, without types, imports and exports', (t) => {
  const folder = write(t, {
    'a.ts': `import { b } from './b.ts'\nimport type { C } from './c.ts'\nexport const a = (c: C) => b + c\nexport { b } from './b.ts'\n`,
    'b.ts': `/** Gone with the type. */\ninterface Unused {\n  readonly x: number\n}\n\nexport const b: number = 1\n`,
  })
  const { code, names } = joinModules(join(folder, 'a.ts'))
  assert.equal(code.replace(/\s+/g, ' ').trim(), 'const b = 1 const a = (c ) => b + c')
  assert.deepEqual(names, ['a', 'b'])
})

test('what cannot be joined is told', (t) => {
  const folder = write(t, {
    'a.ts': `import { b } from './b.ts'\nconst same = b\n`,
    'b.ts': 'const same = 1\nexport const b = same\n',
    'c.ts': `import { x } from 'some-package'\nexport const c = x\n`,
  })
  assert.throws(() => joinModules(join(folder, 'a.ts')), /same is declared in two/)
  assert.throws(() => joinModules(join(folder, 'c.ts')), /imports some-package/)
})

function write(t: TestContext, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-join-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}
