import assert from 'node:assert/strict'
import { mintToken } from '../sandbox/wallet/mint-token.ts'
import { openWalletPki } from '../sandbox/wallet/pki.ts'
import { openProcessingKey } from '../sandbox/wallet/processing-keys.ts'
import { openPool } from '../src/db/pool.ts'
import { systemClock } from '../src/primitives/clock.ts'
import { openCielo } from '../src/providers/cielo/cielo.ts'
import type { CieloSettings } from '../src/providers/cielo/settings.ts'
import { sellDirectly } from './card.ts'
import { type Answer, calmest, measurePaced, type Rate, ratio } from './measure.ts'
import { approvedCard, cardOrder, openShopFront } from './shop-front.ts'
import { openStage, type Stage } from './stage.ts'

const pace = { perSecond: 100, seconds: 5 }
const rounds = 3
/** Each paced run warms up for one second; each way has a run before the first round. */
const tokensNeeded = 2 * pace.perSecond * (2 + rounds * (pace.seconds + 1))

/**
 * The cost of a sale with a device's token compared with a card: both sold over HTTP and directly
 * at the acquirer, in turns, at one fixed rate. Tokens are created before the measurement, and each
 * is used once.
 */
export async function devicePay(): Promise<Answer> {
  const stage = await openStage()
  try {
    return await compare(stage)
  } finally {
    await stage.close()
  }
}

async function compare(stage: Stage): Promise<Answer> {
  const url = await stage.start('Guichê', ['src/main.ts', 'serve', '--role', 'api'])
  const acquirer = openCielo(stage.credentials.cielo as CieloSettings)
  const nextToken = await mintTokens(stage.config.home, tokensNeeded)
  const { card: _, ...order } = cardOrder
  const tokenOrder = () => ({ ...order, wallet: { type: 'DEVICE_PAY', token: nextToken() } })
  const front = { url, secretKey: stage.merchant.secretKey, connections: 256 }
  const fronts = {
    card: openShopFront({ ...front, order: cardOrder }),
    token: openShopFront({ ...front, order: tokenOrder }),
  }
  const acts = {
    'the acquirer alone, card': () => sellDirectly(acquirer, { kind: 'card', card: approvedCard }),
    'the acquirer alone, token': () =>
      sellDirectly(acquirer, { kind: 'wallet-token', token: nextToken() }),
    'Guichê, card': fronts.card.sell,
    'Guichê, token': fronts.token.sell,
  }
  type Way = keyof typeof acts
  const ways = Object.keys(acts) as Way[]

  for (const name of ways) await measurePaced({ ...pace, name, seconds: 1, act: acts[name] })
  await stage.gatherStatistics()
  const rates: Record<Way, Rate[]> = {
    'the acquirer alone, card': [],
    'the acquirer alone, token': [],
    'Guichê, card': [],
    'Guichê, token': [],
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const name of ways)
      rates[name].push(await measurePaced({ ...pace, name, act: acts[name] }))
  }
  await Promise.all([fronts.card.close(), fronts.token.close(), acquirer.close()])
  await expectPaid(stage, tokensNeeded / 2)

  const of = (name: Way) => calmest(rates[name])
  const beyond = (figure: 'medianMs' | 'p99Ms', what: 'card' | 'token') =>
    of(`Guichê, ${what}`)[figure] - of(`the acquirer alone, ${what}`)[figure]
  return {
    bench: 'device-pay',
    question: `card sale with a wallet token, ${pace.perSecond} a second, our time beyond the acquirer’s`,
    rates: ways.map(of),
    ratios: [
      ratio('token: median beyond the acquirer, ms', beyond('medianMs', 'token'), { atMost: 4 }),
      ratio('token: p99 beyond the acquirer, ms', beyond('p99Ms', 'token'), { atMost: 20 }),
      ratio(
        'our median with a token beyond that with a card, ms',
        beyond('medianMs', 'token') - beyond('medianMs', 'card'),
        { atMost: 3 },
      ),
    ],
  }
}

/** Returns tokens one after the other, as devices would create them. */
async function mintTokens(
  home: string,
  count: number,
): Promise<() => Awaited<ReturnType<typeof mintToken>>> {
  const pki = await openWalletPki(home)
  const encryptTo = await openProcessingKey(home, 'cielo')
  const clock = systemClock()
  const tokens: Awaited<ReturnType<typeof mintToken>>[] = []
  while (tokens.length < count) {
    tokens.push(
      await mintToken(pki, {
        amount: cardOrder.amount,
        network: 'visa',
        now: clock.now(),
        encryptTo,
      }),
    )
  }
  return () => {
    const token = tokens.pop()
    if (!token) throw new Error('more tokens were used than were made')
    return token
  }
}

/**
 * A refusal is a 200 too, and faster: every sale must be paid, the same number by token and by
 * card.
 */
async function expectPaid({ databaseUrl }: Stage, each: number): Promise<void> {
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-bench' })
  const rows = await sql<Record<string, unknown>[]>`
    select status, (select count(distinct transaction_id) from spent_wallet_tokens) as tokens,
      count(*) as count
    from transactions group by status`
  await sql.end()
  assert.deepEqual(rows, [{ status: 'PAID', tokens: each, count: 2 * each }])
}
