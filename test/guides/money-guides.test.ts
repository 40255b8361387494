import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { localDate } from '../../src/brazil/local-time.ts'
import { moveTo } from '../kit/calendar.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { blocksOf, guideCommands, openDemo, readGuide, runCommands } from '../kit/guide-commands.ts'
import { reservePort } from '../kit/reserve-port.ts'

/*
 * Runs the commands of docs/guides/money.md, docs/guides/cashouts.md and docs/decisions/ledger.md
 * as they are printed. The gateway and its demo shop have just started.
 */

const root = join(import.meta.dirname, '../..')
let world: World
before(async () => {
  world = await openWorld()
})
after(() => world.close())

const folder = mkdtempSync(join(tmpdir(), 'guiche-guide-'))
after(() => rmSync(folder, { recursive: true }))

test('the commands of the guides to money and to cashouts do what the guides say', async () => {
  // A day is sealed an hour after its end: whenever this is run, a day later is late enough.
  await moveTo(world, `${localDate(world.app.clock.now()).add({ days: 1 })}T12:00`)
  await openDemo(world, folder)
  const port = await reservePort()
  const program =
    /^```js approvals\.mjs\n([\s\S]*?)^```$/m.exec(readGuide('cashouts.md'))?.[1] ?? ''
  writeFileSync(join(folder, 'approvals.mjs'), program.replace('8787', String(port)))
  symlinkSync(join(root, 'sdk'), join(folder, 'sdk'))

  const output = await runCommands(
    world,
    folder,
    [...guideCommands('money.md'), ...guideCommands('cashouts.md'), ...digestCommands()]
      .join('\necho\n')
      .replaceAll('8787', String(port)),
  )
  const statuses = [...output.matchAll(/\{"status":(\d{3}),"message"/g)].map(([, status]) =>
    Number(status),
  )
  assert.ok(statuses.length > 25, output)
  assert.deepEqual(
    statuses.filter((status) => status !== 200),
    [409],
    `only the cancel of a cashout that has arrived is refused: ${output}`,
  )
  assert.deepEqual(
    [...output.matchAll(/^ {4}status: '(\w+)'/gm)].map(([, status]) => status),
    ['COMPLETED', 'PROCESSING', 'FAILED'],
    'the refunds of the guide',
  )
  assert.match(output, /✔ \d{4}-\d\d-\d\d: \d+ lançamentos/)
  // The program of ledger.md prints the digest that `verify` has found.
  const [, digest = ''] = [...output.matchAll(/: \d+ lançamentos, (\w{64})$/gm)].at(-1) ?? []
  assert.equal(output.trim().split('\n').at(-1), digest)
  assert.match(output, /"paidAtInBrazil"/)
  assert.match(output, /state: 'denied',[\s\S]*reason: 'acima de R\$ 100'/)
  assert.match(output, /"origin":"schedule"/)
})

/** The commands of the decision, for the last sealed day. */
const digestCommands = (): string[] => [
  'guiche() { npx guiche "$@"; }',
  ...blocksOf(readFileSync(join(root, 'docs/decisions/ledger.md'), 'utf8')).map(({ code }) =>
    code.replace('--date 2026-11-21 ', ''),
  ),
]
