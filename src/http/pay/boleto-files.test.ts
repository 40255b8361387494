import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Slip } from '../../../checkout/boleto/slip.ts'
import { someSlip } from '../../../test/kit/some-slip.ts'
import { openBoletoFiles } from './boleto-files.ts'

/** Files whose drawings are counted. */
function countedFiles(
  options: { maxBytes?: number; draw?: (slip: Slip) => Promise<Uint8Array> } = {},
) {
  const drawn: string[] = []
  const draw = async (slip: Slip) => {
    drawn.push(slip.documentNumber)
    return options.draw ? options.draw(slip) : Buffer.from(slip.documentNumber)
  }
  return { drawn, files: openBoletoFiles({ ...options, draw }) }
}

const slip = (documentNumber: string): Slip => ({ ...someSlip, documentNumber })

test('one slip is drawn once, also for concurrent requests', async () => {
  const { drawn, files } = countedFiles()
  const together = await Promise.all(Array.from({ length: 5 }, () => files.pdf(slip('one'))))
  assert.deepEqual(new Set(together.map(String)), new Set(['one']))
  await files.pdf(slip('one'))
  await files.pdf(slip('two'))
  assert.deepEqual(drawn, ['one', 'two'])
})

test('above its limit in bytes the cache evicts the least recently used file', async () => {
  const { drawn, files } = countedFiles({ maxBytes: 6 })
  for (const name of ['one', 'two', 'one', 'six', 'one', 'two']) await files.pdf(slip(name))
  assert.deepEqual(drawn, ['one', 'two', 'six', 'two'])
})

test('a failed drawing is not kept, and does not stop the next one', async () => {
  let failures = 1
  const { files } = countedFiles({
    draw: async () => {
      if (failures-- > 0) throw new Error('no paper')
      return Buffer.from('drawn')
    },
  })
  const [first, second] = await Promise.allSettled([files.pdf(slip('a')), files.pdf(slip('b'))])
  assert.deepEqual([first?.status, second?.status], ['rejected', 'fulfilled'])
  assert.equal(String(await files.pdf(slip('a'))), 'drawn')
})

test('two drawings of one slip have the same bytes', async () => {
  const [one, two] = await Promise.all(
    [openBoletoFiles(), openBoletoFiles()].map((each) => each.pdf(someSlip)),
  )
  assert.ok(one?.equals(two ?? Buffer.alloc(0)))
})
