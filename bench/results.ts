import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from './measure.ts'

/** What one run has measured. */
interface Results {
  /** Its end, ISO 8601. */
  readonly at: string
  readonly node: string
  readonly answers: readonly Answer[]
}

const folder = join(import.meta.dirname, 'results')

/** Keeps a run in a file of its own, and as `latest.json`. */
export function keepResults(results: Results): void {
  mkdirSync(folder, { recursive: true })
  const text = `${JSON.stringify(results, null, 2)}\n`
  const date = results.at.replaceAll(':', '-').slice(0, 19)
  for (const name of [date, 'latest']) writeFileSync(join(folder, `${name}.json`), text)
}

/** The newest kept answer of a bench, and when its run ended. */
export function earlierAnswer(bench: string): { at: string; answer: Answer } | undefined {
  const names = globSync('2*.json', { cwd: folder }).sort().reverse()
  for (const name of names) {
    const { at, answers } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Results
    const answer = answers.find((each) => each.bench === bench)
    if (answer) return { at, answer }
  }
  return undefined
}
