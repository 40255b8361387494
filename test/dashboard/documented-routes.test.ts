import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { routes } from '../../src/http/routes.ts'

const root = join(import.meta.dirname, '../..')
const patterns = routes.map(
  ({ path }) => new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`),
)

test('every path of the API in the dashboard is the path of a route', async () => {
  const unknown: string[] = []
  let calls = 0
  for await (const file of glob('dashboard/**/*.{ts,tsx}', { cwd: root })) {
    if (/^dashboard[/\\]dist/.test(file)) continue
    const text = await readFile(join(root, file), 'utf8')
    for (const [, literal = ''] of text.matchAll(/['"`](\/api\/[^'"`?]*)/g)) {
      calls += 1
      const path = literal.replace(/\$\{[^}]*\}/g, 'x')
      if (!patterns.some((pattern) => pattern.test(path))) unknown.push(`${file}: ${literal}`)
    }
  }
  assert.ok(calls >= 160, `${calls} paths were found`)
  assert.deepEqual(unknown, [])
})
