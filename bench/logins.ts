import { openPool } from '../src/db/pool.ts'
import { openPasswordHash } from '../src/people/password-hash.ts'
import { type Answer, calmest, measure, measurePaced, type Rate, ratio } from './measure.ts'
import { openPoster } from './poster.ts'
import { openShopFront, pixOrder } from './shop-front.ts'
import { openStage, type Stage } from './stage.ts'

const persons = 10_000
const signInsPerSecond = 1_000 / 60
const pace = { perSecond: 100, seconds: 8 }
const peak = { concurrency: 64, seconds: 5 }
const rounds = 3
const password = 'janela torta com sete pombos'

/**
 * Measures what people who sign in cost payments: PIX created over HTTP, alone and beside 1,000
 * sign-ins a minute in the same process, with 10,000 logins in the table.
 */
export async function logins(): Promise<Answer> {
  const stage = await openStage({ RATE_SIGN_INS_PER_ADDRESS: '1000000' })
  try {
    await addPersons(stage)
    return await compare(stage)
  } finally {
    await stage.close()
  }
}

async function compare(stage: Stage): Promise<Answer> {
  const url = await stage.start('Guichê', ['src/main.ts', 'serve', '--role', 'api'])
  const { secretKey } = stage.merchant
  const front = openShopFront({
    ...{ url, secretKey, order: pixOrder, connections: peak.concurrency, keyed: true },
  })
  const page = openPoster({ url, path: '/api/auth/sign-in', connections: 64 })
  let count = 0
  let refused = 0
  const signIn = () => {
    count = (count + 1) % persons
    const body = JSON.stringify({ email: emailOf(count), password })
    return page.post({ 'content-type': 'application/json' }, body).catch((cause: unknown) => {
      // A machine without a free core refuses sign-ins, and not payments.
      if (!String(cause).includes('503')) throw cause
      refused += 1
    })
  }
  /** Sign-ins that go on while `work` runs. */
  const besideSignIns = async <Result>(seconds: number, work: () => Promise<Result>) => {
    const load = { name: 'sign-ins', perSecond: signInsPerSecond, seconds: seconds + 1 }
    const [result, rate] = await Promise.all([work(), measurePaced({ ...load, act: signIn })])
    signIns.push({ ...rate, name: 'sign-in' })
    return result
  }
  const signIns: Rate[] = []
  const atPace = (name: string) => measurePaced({ ...pace, name, act: front.sell })
  const atPeak = (name: string) => measure({ ...peak, name, act: front.sell })

  await measure({ ...peak, name: 'warming up', seconds: 2, act: front.sell })
  await Promise.all(Array.from({ length: 20 }, signIn))
  await stage.gatherStatistics()
  const found = { paced: [] as Rate[], pacedBeside: [] as Rate[], most: [] as Rate[] }
  const mostBeside: Rate[] = []
  for (let round = 0; round < rounds; round += 1) {
    found.paced.push(await atPace('100 payments a second'))
    found.pacedBeside.push(
      await besideSignIns(pace.seconds, () => atPace('100 payments a second, beside sign-ins')),
    )
    found.most.push(await atPeak('64 connections'))
    mostBeside.push(
      await besideSignIns(peak.seconds, () => atPeak('64 connections, beside sign-ins')),
    )
  }
  await Promise.all([front.close(), page.close()])

  const [alone, beside, signedIn] = [found.paced, found.pacedBeside, signIns].map(calmest)
  const [most, mostWith] = [fastest(found.most), fastest(mostBeside)]
  if (!alone || !beside || !signedIn) throw new Error('nothing was measured')
  return {
    bench: 'logins',
    question: `PIX created beside 1,000 sign-ins a minute, with ${persons} logins in the table (${refused} refused)`,
    rates: [alone, beside, most, mostWith, signedIn],
    ratios: [
      ratio('payments a second at 100 a second', beside.perSecond / alone.perSecond, {
        atLeast: 0.98,
      }),
      ratio('median, beside / alone', beside.medianMs / alone.medianMs, { atMost: 1.2 }),
      ratio('p99, beside / alone', beside.p99Ms / alone.p99Ms, { atMost: 2 }),
      ratio('payments a second at 64 connections', mostWith.perSecond / most.perSecond, {
        atLeast: 0.7,
      }),
    ],
  }
}

function fastest(rates: readonly Rate[]): Rate {
  const [first] = rates.toSorted((one, other) => other.perSecond - one.perSecond)
  if (!first) throw new Error('nothing was measured')
  return first
}

const emailOf = (n: number): string => `pessoa${n}@exemplo.com.br`

/** Persons with one password and one open login each. */
async function addPersons({ databaseUrl }: Stage): Promise<void> {
  const hash = await openPasswordHash().hash(password)
  const sql = openPool({
    url: databaseUrl,
    max: 1,
    applicationName: 'guiche-bench',
    statementMs: 0,
  })
  await sql.begin(async (tx) => {
    await tx`
      insert into people.persons (id, name, email, email_verified)
      select gen_random_uuid(), 'Pessoa ' || n, 'pessoa' || n || '@exemplo.com.br', true
      from generate_series(0, ${persons}::int - 1) n`
    await tx`
      insert into people.credentials (id, person_id, account_id, provider_id, password)
      select gen_random_uuid(), id, id::text, 'credential', ${hash} from people.persons`
    await tx`
      insert into people.logins (id, person_id, token, kind, state, expires_at)
      select gen_random_uuid(), id, encode(sha256(id::text::bytea), 'hex'), 'browser', 'open',
        now() + interval '12 hours'
      from people.persons`
  })
  await sql.end()
}
