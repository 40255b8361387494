import { test } from 'node:test'
import fc from 'fast-check'
import { merchantsInOneWorld, play, plays } from './play.ts'

/**
 * Random sequences of whatever can happen to money, against the real gateway on a real database and a reference that only
 * adds up. MODEL_SEQUENCES=2000 plays more of them, MODEL_MOVES more moves in each; MODEL_SEED the same ones again, and
 * MODEL_PATH only those that failed.
 */
const sequences = Number(process.env.MODEL_SEQUENCES ?? 200)
const length = Number(process.env.MODEL_MOVES ?? 60)
const seed = Number(process.env.MODEL_SEED ?? Math.trunc(performance.timeOrigin) % 2 ** 31)
const path = process.env.MODEL_PATH

const worlds = Math.ceil(sequences / merchantsInOneWorld)
const count = worlds * merchantsInOneWorld
const again = `MODEL_SEED=${seed} MODEL_SEQUENCES=${sequences} MODEL_MOVES=${length}`

test(`no centavo is made or lost: ${count} sequences of ${length} moves, ${again}`, {
  timeout: 36_000_000,
}, async () => {
  const { failed, counterexamplePath, errorInstance } = await fc.check(fc.asyncProperty(plays(length), play), {
    seed,
    numRuns: path === undefined ? worlds : 1,
    endOnFailure: true,
    ...(path !== undefined && { path }),
  })
  const replay = `again: ${again} MODEL_PATH=${counterexamplePath} npm test -- test/model/money`
  if (failed) throw new Error(replay, { cause: errorInstance })
})
