import { parseArgs } from 'node:util'
import { card } from './card.ts'
import { cores } from './cores.ts'
import { createPix } from './create-pix.ts'
import { devicePay } from './device-pay.ts'
import { firstLoad } from './first-load.ts'
import { growth } from './growth.ts'
import { journal } from './journal.ts'
import { ledgerHotAccount } from './ledger-hot-account.ts'
import { logins } from './logins.ts'
import { longLists } from './long-lists.ts'
import { lookupList } from './lookup-list.ts'
import type { Answer } from './measure.ts'
import { merchantSession } from './merchant-session.ts'
import { metrics } from './metrics.ts'
import { earlierAnswer, keepResults } from './results.ts'
import { start } from './start.ts'
import { traces } from './traces.ts'
import { webhooks } from './webhooks.ts'

const { values: options, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '1000000' },
    list: { type: 'string', multiple: true, default: [] },
  },
})

/** One file a question: each prints its rates and its baselines, measured in the same run. */
const benches: Readonly<Record<string, () => Promise<Answer>>> = {
  journal,
  'create-pix': createPix,
  cores,
  card,
  'merchant-session': merchantSession,
  'device-pay': devicePay,
  'ledger-hot-account': ledgerHotAccount,
  logins,
  webhooks,
  metrics,
  traces,
  start,
  'first-load': firstLoad,
  growth: () => growth({ rows: Number(options.rows), only: options.list }),
  'long-lists': () => longLists({ rows: Number(options.rows), only: options.list }),
  'lookup-list': () => lookupList({ rows: Number(options.rows), only: options.list }),
}

const unknown = names.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(
    `no bench named ${unknown.join(', ')}; there are: ${Object.keys(benches).join(', ')}`,
  )
  process.exit(1)
}

const answers: Answer[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (names.length > 0 && !names.includes(name)) continue
  const answer = await bench()
  answers.push(answer)
  show(answer)
}

keepResults({ at: new Date().toISOString(), node: process.version, answers })
process.exit(0)

function show({ bench, question, rates, ratios }: Answer): void {
  console.log(`\n${bench}: ${question}`)
  const row = ({ perSecond, medianMs, p99Ms, cpu = {}, pages }: Answer['rates'][number]) => ({
    'per second': perSecond,
    'median ms': medianMs,
    'p99 ms': p99Ms,
    ...(pages !== undefined && { pages }),
    'CPU s per 1,000': Object.entries(cpu)
      .map(([name, seconds]) => `${name} ${seconds}`)
      .join(', '),
  })
  console.table(Object.fromEntries(rates.map((rate) => [rate.name, row(rate)])))
  const earlier = earlierAnswer(bench)
  for (const { name, value, target, holds } of ratios) {
    const before = earlier?.answer.ratios.find((each) => each.name === name)
    const change = before && earlier ? `; ${before.value} on ${earlier.at.slice(0, 16)}` : ''
    console.log(`  ${holds ? '✔' : '✘'} ${name}: ${value} (${target}${change})`)
  }
}
