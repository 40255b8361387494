import assert from 'node:assert/strict'
import { openPool } from '../src/db/pool.ts'
import { newId } from '../src/primitives/id.ts'
import type { CieloSettings } from '../src/providers/cielo/settings.ts'
import { openDeviceWallet } from '../src/providers/device-wallet/device-wallet.ts'
import type { WalletProvider } from '../src/providers/ports/wallet.ts'
import { sessionPath, validationUrl, verifiedDomain } from '../test/kit/device-pay.ts'
import { openReceiver } from '../test/kit/receiver.ts'
import { openShop } from '../test/kit/shop.ts'
import { openSites, type Sites } from '../test/kit/sites.ts'
import { type Answer, calmest, measurePaced, type Rate, ratio } from './measure.ts'
import { openPoster } from './poster.ts'
import { openStage, type Stage } from './stage.ts'

const hostname = 'loja.localhost'
const pace = { perSecond: 100, seconds: 5 }
const rounds = 3

/**
 * Measures the time that the gateway adds to the wallet's response when a page requests a merchant
 * session: in turns, at the same fixed rate, the public route over HTTP and bare calls of the
 * adapter it uses.
 */
export async function merchantSession(): Promise<Answer> {
  const sites = await openSites([hostname])
  const stage = await openStage(sites.env)
  try {
    return await compare(stage, sites)
  } finally {
    await stage.close()
    await sites.close()
  }
}

async function compare(stage: Stage, sites: Sites): Promise<Answer> {
  const baseUrl = await stage.start('Guichê', ['src/main.ts', 'serve', '--role', 'api'])
  await verify(stage, sites, baseUrl)
  const wallet = openWallet(stage)
  const askDirectly = await knownMerchant(wallet)
  const page = openPoster({ url: baseUrl, path: sessionPath, connections: 64 })
  const headers = {
    'x-public-key': stage.merchant.publicKey,
    'content-type': 'application/json',
    origin: `https://${hostname}`,
  }
  const body = JSON.stringify({ validationUrl, domain: hostname })
  let requested = 0
  const askUs = async () => {
    await page.post(headers, body)
    requested += 1
  }

  await measurePaced({ ...pace, name: 'warming up', seconds: 1, act: askUs })
  await stage.gatherStatistics()
  const ways = { direct: [] as Rate[], ours: [] as Rate[] }
  for (let round = 0; round < rounds; round += 1) {
    ways.direct.push(await measurePaced({ ...pace, name: 'the wallet alone', act: askDirectly }))
    ways.ours.push(await measurePaced({ ...pace, name: 'Guichê', act: askUs }))
  }
  await Promise.all([page.close(), wallet.close()])
  await expectRecorded(stage, requested)

  const [direct, ours] = [calmest(ways.direct), calmest(ways.ours)]
  return {
    bench: 'merchant-session',
    question: `merchant session given to a page, ${pace.perSecond} a second, our time beyond the wallet’s`,
    rates: [direct, ours],
    ratios: [ratio('median beyond the wallet, ms', ours.medianMs - direct.medianMs, { atMost: 3 })],
  }
}

/**
 * The steps of a merchant: the domain is registered, its file published and checked by the wallet.
 */
async function verify(
  { sandboxUrl, merchant }: Stage,
  sites: Sites,
  baseUrl: string,
): Promise<void> {
  const receiver = await openReceiver()
  const shop = openShop({ baseUrl, sandboxUrl, receiver, merchant })
  await shop.control('PUT', '/hosts', { [hostname]: sites.address })
  await verifiedDomain(shop, sites, hostname)
  await receiver.close()
}

function openWallet({ credentials }: Stage): ReturnType<typeof openDeviceWallet> {
  const { wallet } = credentials.cielo as CieloSettings
  if (!wallet) throw new Error('the sandbox offers no Device Pay behind Cielo')
  return openDeviceWallet(wallet)
}

/** A merchant of the wallet itself on the same hostname, without the gateway. */
async function knownMerchant(wallet: WalletProvider): Promise<() => Promise<void>> {
  const merchant = { hostname, merchantRef: `bench-${newId(0)}`, merchantName: 'Loja Demonstração' }
  const registered = await wallet.registerDomain(merchant, AbortSignal.timeout(20_000))
  assert.equal(registered.kind, 'registered')
  return async () => {
    const request = { ...merchant, displayName: merchant.merchantName }
    const { kind } = await wallet.createSession(request, AbortSignal.timeout(8_000))
    if (kind !== 'session') throw new Error(`the wallet's answer was ${kind}`)
  }
}

/** A session without a record did not pass through the whole route. */
async function expectRecorded({ databaseUrl }: Stage, requested: number): Promise<void> {
  const sql = openPool({ url: databaseUrl, max: 1, applicationName: 'guiche-bench' })
  const rows = await sql<Record<string, unknown>[]>`
    select outcome, count(*) as count from merchant_sessions group by outcome`
  await sql.end()
  assert.deepEqual(rows, [{ outcome: 'given', count: requested }])
}
