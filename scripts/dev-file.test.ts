import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { removeOwn, writeEnvironment, writeWhole } from './dev-file.ts'

test('of two starts of one home the one that stops removes only its own files', (t) => {
  const home = mkdtempSync(join(tmpdir(), 'guiche-dev-'))
  t.after(() => rmSync(home, { recursive: true }))
  const [file, variables] = [join(home, 'dev.json'), join(home, 'dev.env')]
  const [first, second] = [1_001, 1_002]
  const dev = { baseUrl: 'http://a:1', sandboxUrl: 'http://a:2', secretKey: 'sk_3' }
  writeEnvironment(variables, dev)
  writeWhole(file, { pid: first })
  writeWhole(file, { pid: second })
  removeOwn(file, first, [variables])
  assert.ok(existsSync(file), 'the second works on')
  assert.equal(
    readFileSync(variables, 'utf8'),
    'GUICHE_URL=http://a:1\nSANDBOX_URL=http://a:2\nGUICHE_SECRET_KEY=sk_3\n',
  )
  removeOwn(file, second, [variables])
  removeOwn(file, second, [variables])
  assert.deepEqual(readdirSync(home), [])
})
