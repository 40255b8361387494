import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { allEntries } from '../../src/ledger/entry-store.ts'
import { balanceOf } from '../../src/ledger/ledger-store.ts'
import { deltaOf } from '../../src/ledger/posting.ts'
import { trialBalance } from '../../src/ledger/trial-balance-store.ts'
import { checkBooks } from '../../src/settlement/check-books.ts'
import { receivablesOf } from '../../src/settlement/receivable-store.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { type Ground, moves } from './moves.ts'
import { expectedBalance } from './reference.ts'

/**
 * Random sequences of whatever can happen to money, against the real gateway and a reference that only adds up.
 * MODEL_SEQUENCES=200 plays more of them, MODEL_MOVES more moves in each, MODEL_SEED the same ones again.
 */
const sequences = Number(process.env.MODEL_SEQUENCES ?? 20)
const length = Number(process.env.MODEL_MOVES ?? 60)
const seed = Number(process.env.MODEL_SEED ?? Math.trunc(performance.timeOrigin) % 2 ** 31)
/** A world's clock only goes forward: a new one keeps its dates within what boletos can say. */
const sequencesInOneWorld = 50

const step = fc.oneof(
  ...moves.map((move) => ({
    weight: move.weight,
    arbitrary: move.choice.map((choice) => ({
      name: move.name,
      choice,
      play: (ground: Ground) => move.play(ground, choice),
    })),
  })),
)

for (let first = 0; first < sequences; first += sequencesInOneWorld) {
  const count = Math.min(sequencesInOneWorld, sequences - first)
  const ownSeed = seed + first
  const name = `no centavo is made or lost: ${count} sequences of ${length} moves, MODEL_SEED=${ownSeed}`
  test(name, { timeout: 1_200_000 }, async () => {
    const world = await openWorld()
    try {
      const sequence = fc.array(step, { minLength: length, maxLength: length })
      await fc.assert(
        fc.asyncProperty(sequence, (steps) => play(world, steps)),
        { seed: ownSeed, numRuns: count, endOnFailure: true },
      )
      assert.deepEqual(await checkBooks(world.app), [])
      assert.equal((await trialBalance(world.app.sql)).isBalanced, true)
    } finally {
      await world.close()
    }
  })
}

async function play(
  world: World,
  steps: readonly { readonly name: string; play(ground: Ground): Promise<void> }[],
): Promise<void> {
  const shop = await world.openShop()
  const account = await world.app.accounts.byId(shop.accountId)
  assert.ok(account)
  const ground: Ground = { world, shop, account, reference: { sales: [] }, open: [], authorized: [] }
  for (const [index, each] of steps.entries()) {
    await each.play(ground)
    await compareBalance(ground, `after move ${index + 1}: ${each.name}`)
  }
  await compareParts(ground)
}

async function compareBalance({ world: { app }, account, reference }: Ground, when: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const before = expectedBalance(reference, app.clock.now())
    const { ...held } = await balanceOf(app, account.id)
    try {
      return assert.deepEqual(held, before, when)
    } catch (difference) {
      // A day may just have begun: what became due this moment is released by the next turn of a worker.
      if (tries === 2) throw difference
      await app.worker?.runUntilDry()
    }
  }
}

/** Not only the sums: every part, its day, its state, and every entry of the statement. */
async function compareParts({ world: { app }, account, reference }: Ground): Promise<void> {
  for (const { id, parts } of reference.sales) {
    const stored = await receivablesOf(app.sql, account.id, id)
    assert.deepEqual(
      stored.map(({ gross, fee, dueOn, status }) => ({ gross, fee, dueOn, isThere: status === 'SETTLED' })),
      parts
        .filter(({ dueOn }) => dueOn !== null)
        .map(({ gross, fee, dueOn, dueAt }) => ({
          gross,
          fee,
          dueOn,
          isThere: dueAt !== null && dueAt <= app.clock.now(),
        })),
    )
  }
  let available = 0
  for await (const entry of allEntries(app.sql, account.id, {})) {
    available += deltaOf(entry, 'available')
    assert.equal(entry.after.available, available, `entry ${entry.number}`)
  }
  assert.equal(available, (await balanceOf(app, account.id)).available)
}
