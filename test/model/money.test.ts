import { test } from 'node:test'
import fc from 'fast-check'
import { stormSeed, stormSize } from '../kit/storm-size.ts'
import { merchantsInOneWorld, play, plays } from './play.ts'

/**
 * Random sequences of whatever can happen to money, against the real gateway on a real database and
 * a reference that only adds up. MODEL_SEQUENCES=2000 plays more of them, MODEL_MOVES more moves in
 * each; MODEL_SEED the same ones again, and MODEL_PATH only those that failed.
 */
const sequences = Number(process.env.MODEL_SEQUENCES ?? stormSize(200))
const length = Number(process.env.MODEL_MOVES ?? 60)
const seed = Number(
  process.env.MODEL_SEED ?? stormSeed ?? Math.trunc(performance.timeOrigin) % 2 ** 31,
)
const path = process.env.MODEL_PATH

/** Played beside each other: while one waits for the database another has something to compute. */
const strands = path === undefined ? Math.min(2, Math.ceil(sequences / merchantsInOneWorld)) : 1
const worlds = path === undefined ? Math.ceil(sequences / merchantsInOneWorld / strands) : 1
const count = strands * worlds * merchantsInOneWorld
const again = (ownSeed: number) => `MODEL_SEED=${ownSeed} MODEL_MOVES=${length}`

test(`no centavo is made or lost: ${count} sequences of ${length} moves, ${again(seed)}`, {
  timeout: 36_000_000,
}, async () => {
  await Promise.all(Array.from({ length: strands }, (_, strand) => playStrand(seed + strand)))
})

async function playStrand(ownSeed: number): Promise<void> {
  const { failed, counterexamplePath, errorInstance } = await fc.check(
    fc.asyncProperty(plays(length), play),
    {
      seed: ownSeed,
      numRuns: worlds,
      endOnFailure: true,
      ...(path !== undefined && { path }),
    },
  )
  const replay = `once more: ${again(ownSeed)} MODEL_PATH=${counterexamplePath} npm test -- test/model/money`
  if (failed) throw new Error(replay, { cause: errorInstance })
}
