import { test } from 'node:test'
import fc from 'fast-check'
import { stormSeed, stormSize } from '../kit/storm-size.ts'
import { anyRun, executeRun, merchantsInOneWorld } from './run.ts'

/**
 * Random sequences of commands that move money, against the real gateway on a real database and a
 * simple reference. README.md describes the settings.
 */
const sequences = Number(process.env.MODEL_SEQUENCES ?? stormSize(20))
const length = Number(process.env.MODEL_COMMANDS ?? 60)
const seed = Number(
  process.env.MODEL_SEED ?? stormSeed ?? Math.trunc(performance.timeOrigin) % 2 ** 31,
)
const path = process.env.MODEL_PATH

/** Strands run concurrently: one computes while another waits for the database. */
const strands = path === undefined ? Math.min(2, Math.ceil(sequences / merchantsInOneWorld)) : 1
const worlds = path === undefined ? Math.ceil(sequences / merchantsInOneWorld / strands) : 1
const count = strands * worlds * merchantsInOneWorld
const again = (ownSeed: number) => `MODEL_SEED=${ownSeed} MODEL_COMMANDS=${length}`

test(`no centavo is made or lost: ${count} sequences of ${length} commands, ${again(seed)}`, {
  timeout: 36_000_000,
}, async () => {
  await Promise.all(Array.from({ length: strands }, (_, strand) => runStrand(seed + strand)))
})

async function runStrand(ownSeed: number): Promise<void> {
  const { failed, counterexamplePath, errorInstance } = await fc.check(
    fc.asyncProperty(anyRun(length), executeRun),
    {
      seed: ownSeed,
      numRuns: worlds,
      endOnFailure: true,
      ...(path !== undefined && { path }),
    },
  )
  const variables = `${again(ownSeed)} MODEL_PATH=${counterexamplePath}`
  const replay = `run it again with: ${variables} npm test -- test/model/money`
  if (failed) throw new Error(replay, { cause: errorInstance })
}
