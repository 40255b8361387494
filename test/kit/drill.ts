/** What one round of a drill has shown. */
export interface Round {
  /** By column, in the order of the table. */
  readonly figures: Readonly<Record<string, string | number>>
  /** What must not be. */
  readonly contradictions: readonly string[]
}

/** Plays the rounds of a drill, prints their figures, and ends with 1 after a contradiction. */
export async function playRounds(
  count: number,
  play: (round: number) => Promise<Round>,
  close: () => Promise<void>,
): Promise<void> {
  const rounds: Round[] = []
  try {
    for (let round = 1; round <= count; round += 1) {
      rounds.push(await play(round))
      console.error(JSON.stringify(rounds.at(-1)))
    }
  } finally {
    await close()
  }
  showRounds(rounds)
}

/** Prints the figures, and ends the process with 1 after a contradiction. */
export function showRounds(rounds: readonly Round[]): void {
  console.table(rounds.map(({ figures }, index) => ({ round: index + 1, ...figures })))
  const contradictions = rounds.flatMap(({ contradictions }) => contradictions)
  for (const each of contradictions) console.log(`- ${each}`)
  console.log(contradictions.length === 0 ? 'every round is good' : 'the drill has failed')
  process.exitCode = contradictions.length === 0 ? 0 : 1
}

/** The counts that are not zero, as sentences. */
export const notZero = (counts: Readonly<Record<string, number>>): string[] =>
  Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : [`${name}: ${count}`]))

export const seconds = (ms: number): number => Math.round(ms / 100) / 10

/** The number of rounds on the command line. */
export const roundsOf = (usual: number): number => Number(process.argv[2] ?? usual)
