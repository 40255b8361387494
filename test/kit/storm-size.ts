/**
 * Size and random numbers of the stories that `npm run storm` plays longer: it sets STORM_FACTOR
 * and STORM_SEED. `npm test` sets neither, so each story has the size that its test names, and the
 * same random numbers every time.
 */
const factor = wholeNumber('STORM_FACTOR') ?? 1

/** Undefined unless a seed was given. */
export const stormSeed = wholeNumber('STORM_SEED')

/** The size of a story: `usual` in `npm test`, a multiple of it in a storm. */
export const stormSize = (usual: number): number => usual * factor

/** The rounds of a story that is played `usual` times in `npm test`, counted from 1. */
export const stormRounds = (usual = 1): readonly number[] =>
  Array.from({ length: stormSize(usual) }, (_, index) => index + 1)

/** Numbers from 0 up to 1, the same ones for the same seed. */
export function stormRandom(): () => number {
  let state = stormSeed ?? 42
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function wholeNumber(name: 'STORM_FACTOR' | 'STORM_SEED'): number | undefined {
  const text = process.env[name]
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new Error(`${name} is a whole number from 1, not "${text}"`)
  return Number(text)
}
