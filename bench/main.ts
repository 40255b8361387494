import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { journal } from './journal.ts'
import type { Answer } from './measure.ts'

/** One file a question: each answers with rates beside its yardsticks, measured in the same run. */
const benches: Readonly<Record<string, () => Promise<Answer>>> = { journal }

const names = process.argv.slice(2).filter((name) => !name.startsWith('-'))
const unknown = names.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`no bench named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}

const answers: Answer[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue
  const answer = await bench()
  answers.push(answer)
  show(answer)
}

const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(join(results, 'latest.json'), `${JSON.stringify({ at: new Date().toISOString(), node: process.version, answers }, null, 2)}\n`)
process.exit(0)

function show({ bench, question, rates, ratios }: Answer): void {
  console.log(`\n${bench}: ${question}`)
  console.table(
    Object.fromEntries(rates.map(({ name, ...figures }) => [name, { 'per second': figures.perSecond, 'median ms': figures.medianMs, 'p99 ms': figures.p99Ms }])),
  )
  for (const { name, value, target, holds } of ratios) console.log(`  ${holds ? '✔' : '✘'} ${name}: ${value} (${target})`)
}
