import { checkBooks } from '../../src/books-audit/check-books.ts'
import { trialBalance } from '../../src/books-audit/trial-balance-store.ts'
import { sweep } from '../../src/restore-sweep/sweep.ts'
import { askCashout, findCashout, type SeenCashout } from '../kit/cashout.ts'
import { openRestorableWorld, type RestorableWorld } from '../kit/restorable-world.ts'
import type { Sale, Shop } from '../kit/shop.ts'

/*
 * npm run drill -- restore [rounds]: a PostgreSQL is restored to an instant in the middle of load,
 * while the providers live on. Then they are asked, the merchant repeats its requests, and the
 * calls of the providers are compared with the books.
 */

const rounds = Number(process.argv[2] ?? 5)
const loadMs = 4_000
const clients = 4

/** A request of the merchant, which it repeats after the restore. */
interface Done {
  readonly kind: 'pix' | 'boleto' | 'card' | 'refund' | 'cashout'
  readonly key: string
  readonly id: string
  readonly at: Date
  readonly isPaid: boolean
  repeat(shop: Shop): Promise<string>
}

const customer = { name: 'Maria Souza', document: { number: '11144477735', type: 'CPF' } }
const card = {
  ...{ number: '4111111111111111', holderName: 'MARIA SOUZA', cvv: '123' },
  ...{ expirationMonth: 12, expirationYear: 2031 },
}

const world = await openRestorableWorld()
const rows: Record<string, string | number>[] = []
let failures = 0
try {
  // Money for the cashouts.
  const start = world.shop()
  const first = await start.sell({ paymentMethod: 'PIX', amount: 50_000_00 })
  await payPix(start, first)
  for (let round = 1; round <= rounds; round += 1) {
    rows.push(await drill(world, round))
    console.error(JSON.stringify(rows.at(-1)))
  }
} finally {
  await world.close()
}
console.table(rows)
console.log(failures === 0 ? 'every round is good' : `${failures} contradictions`)
process.exitCode = failures === 0 ? 0 : 1

async function drill(at: RestorableWorld, round: number) {
  await at.postgres.takeBackup()
  const done: Done[] = []
  const before = at.shop()
  const endsAt = Date.now() + loadMs
  let target = new Date(0)
  const middle = wait(loadMs / 2).then(async () => (target = await at.databaseNow()))
  await Promise.all(
    Array.from({ length: clients }, (_, client) =>
      load(at, before, { round, client, endsAt, done }),
    ),
  )
  await middle
  await settled(before, done)
  const sentBefore = await sends(before)

  const restoring = Date.now()
  await at.restoreTo(target)
  const alert = [await isStopped(at)]
  const sweeping = Date.now()
  const shop = at.shop()
  const options = { since: target, lookBackMs: 86_400_000, settledBy: 'drill' }
  const report = await sweep(at.gateway().app, options)
  const swept = Date.now()
  alert.push(await isStopped(at))
  for (const { name, problem } of report.providers)
    if (problem !== undefined) console.error(`${name}: ${problem}`)
  const sum = (count: 'charges' | 'payments' | 'refunds' | 'cashouts' | 'cases') =>
    report.providers.reduce((total, each) => total + each[count], 0)

  // The merchant repeats what it requested since, under the same keys.
  const later = done.filter(({ at: when }) => when >= new Date(target.getTime() - 1_000))
  let otherId = 0
  let underWay = 0
  for (const each of later.filter(({ kind }) => kind !== 'boleto')) {
    const id = await each.repeat(shop).catch((cause: Error) => {
      // Its draft was committed before the instant and its outcome after: a worker queries it.
      if (!cause.message.includes('idempotency-in-progress')) throw cause
      underWay += 1
      return each.id
    })
    if (id !== each.id && each.kind !== 'card') otherId += 1
  }
  await settled(
    shop,
    done.filter(({ kind }) => kind !== 'card'),
  )

  let missing = 0
  let lostBoletos = 0
  for (const { kind, id, isPaid } of done) {
    if (kind === 'cashout') missing += (await findCashout(shop, id)).status === 'COMPLETED' ? 0 : 1
    if (kind === 'pix' && isPaid) missing += isKept(await shop.find(id)) ? 0 : 1
    if (kind === 'boleto' && isPaid) {
      const { http, body } = await shop.call('GET', `/api/user/transactions/${id}`)
      if (http === 404) lostBoletos += 1
      else if (body.data.status !== 'PAID') missing += 1
    }
  }
  const sentAfter = await sends(shop)
  const twice = [...sentAfter].filter(([name, count]) => count > (sentBefore.get(name) ?? 1))
  const breaches = (await checkBooks(at.gateway().app)).length
  const { isBalanced } = await trialBalance(at.gateway().app.sql)
  const isAlertWrong = alert.join() !== 'true,false'
  const contradictions =
    (isAlertWrong ? 1 : 0) +
    missing +
    twice.length +
    breaches +
    otherId +
    (isBalanced ? 0 : 1) +
    (report.isSettled ? 0 : 1)
  failures += contradictions
  return {
    round,
    requests: done.length,
    'after T': later.length,
    'restore s': seconds(sweeping - restoring),
    'sweep s': seconds(swept - sweeping),
    charges: sum('charges'),
    payments: sum('payments'),
    refunds: sum('refunds'),
    cashouts: sum('cashouts'),
    'boletos by file': lostBoletos,
    cases: sum('cases'),
    'under way': underWay,
    missing,
    'sent twice': twice.length,
    breaches,
    GuicheCashoutsStopped: isAlertWrong ? 'wrong' : 'until the sweep',
  }
}

/** The condition of the alert GuicheCashoutsStopped. */
async function isStopped(at: RestorableWorld): Promise<boolean> {
  const { app, baseUrl } = at.gateway()
  const headers = { authorization: `Bearer ${app.config.secrets.adminToken}` }
  const text = await (await fetch(`${baseUrl}/metrics`, { headers })).text()
  return /^guiche_cashouts_stopped(?:\{.*\})? 1$/m.test(text)
}

function isKept({ status }: Sale): boolean {
  return status === 'PAID' || status === 'REFUNDED'
}

function seconds(ms: number): number {
  return Math.round(ms / 100) / 10
}

function wait(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}

/** One client: sales, refunds and cashouts, until the time is over. */
async function load(
  at: RestorableWorld,
  shop: Shop,
  { round, client, endsAt, done }: { round: number; client: number; endsAt: number; done: Done[] },
): Promise<void> {
  for (let n = 0; Date.now() < endsAt; n += 1) {
    const key = `drill-${round}-${client}-${n}`
    const amount = 10_00 + ((n * 7 + client) % 80) * 100
    await sellPix(at, shop, { key, amount, isPaid: n % 4 !== 3, done })
    if (n % 3 === 0) await sellBoleto(at, shop, { amount, done })
    if (n % 2 === 0) await sellCard(at, shop, { key, amount, done })
    if (n % 2 === 1) {
      const keyed = { 'idempotency-key': `${key}-cashout` }
      const pixKey = `loja${client}-${round}@exemplo.com.br`
      const order = { amount: (10 + client * 200 + n) * 100, pixKey }
      const ask = async (by: Shop): Promise<string> => idOf(await askCashout(by, order, keyed))
      done.push({ kind: 'cashout', ...(await stamped(at, key, () => ask(shop))), repeat: ask })
    }
  }
}

async function stamped(at: RestorableWorld, key: string, work: () => Promise<string>) {
  const id = await work()
  return { id, key, at: await at.databaseNow(), isPaid: true }
}

function idOf(answer: { http: number; text: string; body: { data: Pick<SeenCashout, 'id'> } }) {
  if (answer.http !== 200) throw new Error(`${answer.http}: ${answer.text}`)
  return answer.body.data.id
}

async function sellPix(
  at: RestorableWorld,
  shop: Shop,
  { key, amount, isPaid, done }: { key: string; amount: number; isPaid: boolean; done: Done[] },
): Promise<void> {
  const order = { paymentMethod: 'PIX', amount }
  const keyed = { 'idempotency-key': `${key}-pix` }
  const sell = async (by: Shop) => (await by.sell(order, keyed)).id
  const sale = await shop.sell(order, keyed)
  if (isPaid) await payPix(shop, sale)
  const now = await at.databaseNow()
  done.push({ ...{ kind: 'pix', key, id: sale.id, at: now, isPaid }, repeat: sell })
  if (!isPaid || done.length % 3 !== 0) return
  const refund = async (by: Shop): Promise<string> => {
    const path = `/api/user/transactions/${sale.id}/refund`
    return idOf(await by.call('POST', path, { amount: 1_00 }, { 'idempotency-key': `${key}-r` }))
  }
  done.push({ kind: 'refund', ...(await stamped(at, key, () => refund(shop))), repeat: refund })
}

async function sellBoleto(
  at: RestorableWorld,
  shop: Shop,
  { amount, done }: { amount: number; done: Done[] },
): Promise<void> {
  const order = { paymentMethod: 'BOLETO', amount, customer, boleto: { expiresInDays: 3 } }
  const sale = await shop.sell(order)
  const now = await at.databaseNow()
  await shop.pay(sale.boleto?.digitableLine ?? '')
  const repeat = async () => sale.id
  done.push({ kind: 'boleto', key: sale.id, id: sale.id, at: now, isPaid: true, repeat })
}

async function sellCard(
  at: RestorableWorld,
  shop: Shop,
  { key, amount, done }: { key: string; amount: number; done: Done[] },
): Promise<void> {
  const order = { paymentMethod: 'CREDIT_CARD', amount, installments: 1, customer, card }
  const sell = async (by: Shop) => {
    const sale = await by.sell(order, { 'idempotency-key': `${key}-card` })
    if (sale.status !== 'PAID') throw new Error(`a card sale is ${sale.status}`)
    return sale.id
  }
  done.push({ kind: 'card', ...(await stamped(at, key, () => sell(shop))), repeat: sell })
}

async function payPix(shop: Shop, sale: Sale): Promise<void> {
  await shop.pay(sale.pix?.qrcode ?? '')
  for (let tries = 0; (await shop.find(sale.id)).status !== 'PAID'; tries += 1) {
    if (tries > 400) throw new Error(`${sale.id} is not paid`)
    await wait(25)
  }
}

/** Waits until every cashout has arrived and every boleto that is known is paid. */
async function settled(shop: Shop, done: readonly Done[]): Promise<void> {
  for (const { kind, id } of done) {
    for (let tries = 0; tries < 400; tries += 1) {
      if (kind === 'cashout' && (await findCashout(shop, id)).status === 'COMPLETED') break
      if (kind === 'boleto') {
        const { http, body } = await shop.call('GET', `/api/user/transactions/${id}`)
        if (http === 404 || body.data.status === 'PAID') break
      }
      if (kind !== 'cashout' && kind !== 'boleto') break
      await wait(25)
    }
  }
}

/** How often each provider was asked to send money or to charge a card, by reference. */
async function sends(shop: Shop): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const { provider, operation, reference, amount } of await shop.calls({})) {
    if (!['send', 'sale', 'refund.create', 'cancel', 'void'].includes(operation)) continue
    const name = `${provider} ${operation} ${reference} ${amount}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}
