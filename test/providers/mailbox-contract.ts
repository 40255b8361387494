import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { WaitingFault } from '../../sandbox/faults.ts'
import type { SettlementFiles } from '../../src/providers/ports/settlement-file.ts'
import { SettlementFileBroken } from '../../src/providers/statement/broken.ts'
import { assertAddsUp, filesSince, namesOf, rowsOf } from '../kit/settlement.ts'
import { longSignal } from './acquirer-bench.ts'

const dayMs = 24 * 60 * 60_000

/** A store at an acquirer on Monday, 2 March 2026, 10:15 in São Paulo, and its mailbox. */
interface Store {
  readonly files: SettlementFiles | undefined
  sellIn(installments: number, amount: number): Promise<unknown>
  advance(ms: number): Promise<void>
  /** Default operation: `settlement-file`. */
  fault(fault: WaitingFault['fault'], operation?: string): void
}

/** The faults of a mailbox that has two files for each day. */
export function testMailbox(openStore: (t: TestContext) => Promise<Store>): void {
  for (const [fault, expected] of [
    ['missing-row', [30_00]],
    ['unknown-sale', [1_23, 20_00, 30_00]],
    ['wrong-amount', [21_00, 30_00]],
  ] as const)
    test(`${fault}: the files have it and add up`, async (t) => {
      const { files, sellIn, advance, fault: plant } = await openStore(t)
      await sellIn(2, 20_00)
      await sellIn(1, 30_00)
      plant(fault)
      await advance(dayMs)
      const rows = await rowsOf(files, (await namesOf(files))[0] ?? '')
      assertAddsUp(rows)
      assert.deepEqual(
        rows.flatMap((row) => (row.kind === 'sale' ? [row.gross] : [])).toSorted((a, b) => a - b),
        [...expected],
      )
    })

  test('a doubled, a missing and a late day', async (t) => {
    const { files, sellIn, advance, fault } = await openStore(t)
    await sellIn(1, 10_00)
    for (const each of ['doubled-file', 'sequence-gap', 'late-file'] as const) {
      fault(each)
      await advance(dayMs)
      await namesOf(files)
    }
    assert.deepEqual(await namesOf(files), ['2026-03-03', '2026-03-03 2'])
    await advance(dayMs)
    const later = ['2026-03-05', '2026-03-06']
    assert.deepEqual(await namesOf(files), ['2026-03-03', '2026-03-03 2', ...later])
    assert.deepEqual(await namesOf(files, filesSince('2026-03-05')), later)
  })

  test('a file that was cut, and a connection that ends, are noticed', async (t) => {
    const { files, sellIn, advance, fault } = await openStore(t)
    await sellIn(3, 30_00)
    await advance(dayMs)
    const [name = ''] = await namesOf(files)
    fault('truncated-file')
    await assert.rejects(rowsOf(files, name), SettlementFileBroken)
    fault('reset-body', 'file.get')
    await assert.rejects(rowsOf(files, name), SettlementFileBroken)
    fault('reset-body', 'file.list')
    assert.equal((await files?.list(filesSince('2026-03-01'), longSignal()))?.kind, 'unknown')
    assertAddsUp(await rowsOf(files, name))
  })
}
