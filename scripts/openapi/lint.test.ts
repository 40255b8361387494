import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { blocksOf, readGuide } from '../../test/kit/guide-commands.ts'
import { readArgs } from './arguments.ts'
import { parts } from './clients.ts'
import { lint, writeDocument } from './lint.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guiche-openapi-'))
})
after(() => rm(folder, { recursive: true }))

test('Redocly finds a planted problem in the document, and nothing else', async () => {
  const path = await writeDocument(folder, 'https://pagamentos.exemplo')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace('"operationId":"getUserAccount"', '"operationId":"a b"'))
  assert.deepEqual(await lint(folder), {
    errors: 1,
    warnings: 0,
    ignored: 1,
    problems: [
      'operation-operationId-url-safe #/paths/~1api~1user~1account/get/operationId ' +
        'Operation `operationId` should not have URL invalid characters.',
    ],
  })
})

test('the commands of the guide openapi.md are those that the script takes and runs', () => {
  const code = blocksOf(readGuide('openapi.md')).map((block) => block.code)
  assert.ok(code.some((text) => text.includes(`--global-property ${parts}\n`)))
  const calls = code.flatMap((text) => text.match(/(?<=npm run openapi-check).*/g) ?? [])
  assert.equal(calls.length, 5)
  for (const call of calls) {
    const [, ...args] = call.replace(/#.*/, '').replaceAll("'", '').trim().split(/\s+/)
    assert.ok(readArgs(args), call)
  }
})
