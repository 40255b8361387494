import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { randomBase62 } from '../../../src/primitives/id.ts'
import { postForm } from '../post-form.ts'
import { redirectHosts } from '../redirect-hosts.ts'
import { type Stage, setting } from '../stage.ts'
import type { Witness } from '../witness.ts'

/** The parts of the library that are used. It has no types of its own. */
interface Library {
  readonly Client: new (store: unknown) => Client
  readonly Store: new (key: string, affiliation: string, environment: unknown) => unknown
  readonly Environment: new (url: string, version: string) => unknown
  readonly Transaction: new (amount: number, reference?: string) => Transaction
}

interface Client {
  create(transaction: Transaction): Promise<Answer>
  capture(transaction: Transaction): Promise<Answer>
  cancel(transaction: Transaction): Promise<Answer>
  getByTid(tid: string): Promise<Answer>
  getByReference(reference: string): Promise<Answer>
  getRefunds(tid: string): Promise<Refunds>
  zero(transaction: Transaction): Promise<Answer>
}

interface Transaction {
  capture: boolean
  tid?: string
  creditCard(...fields: readonly string[]): Transaction
}

interface Refunds {
  readonly refunds: readonly { readonly amount: number; readonly status: string }[]
}

interface Answer {
  readonly tid: string
  readonly reference: string
  readonly returnCode: string
  readonly authorization: Readonly<Record<string, unknown>>
}

/** Rede's own SDK. It has not changed since Rede requires OAuth 2.0. */
export const eredeNode: Witness = {
  name: 'erede-node',
  registry: 'npm',
  subject: 'Rede: sale, capture, refund and query on `/erede/v2`',
  async run({ call, faulty }, stage) {
    const { Client, Store, Environment, Transaction } = load()
    const key = setting(stage, 'rede', 'token')
    const affiliation = setting(stage, 'rede', 'affiliation')
    const environment = new Environment(`https://${host}/erede`, 'v2')
    const client = new Client(new Store(key, affiliation, environment))
    const sale = (amount: number, capture: boolean, number = testCard) => {
      const created = new Transaction(amount, randomBase62(16))
      created.capture = capture
      return created.creditCard(number, '123', '12', '2031', 'Ana Teste')
    }
    const target = targetOf(stage)

    await redirectHosts({ [host]: target }, () =>
      faulty('sale with its own Basic', basicHasEnded, () => client.create(sale(20_99, true))),
    )
    const authorization = await call('access token of its affiliation and key', () =>
      requestToken(stage),
    )
    await redirectHosts({ [host]: { ...target, headers: { authorization } } }, async () => {
      const sold = await call('authorize, month and year as text', async () => {
        const answer = await client.create(sale(20_99, false))
        assert.equal(answer.returnCode, '00')
        return answer
      })
      const change = (amount: number) => Object.assign(new Transaction(amount), { tid: sold.tid })
      await call('capture', async () =>
        assert.equal((await client.capture(change(20_99))).returnCode, '00'),
      )
      await call('query by tid', async () => {
        const { authorization: found } = await client.getByTid(sold.tid)
        assert.deepEqual([found.status, found.amount], ['Approved', 20_99])
      })
      await faulty('query by reference', queryIsDropped, () =>
        client.getByReference(sold.reference),
      )
      await call('refund in part', async () =>
        assert.equal((await client.cancel(change(9_99))).returnCode, '359'),
      )
      await call('query of the refunds', async () => {
        const { refunds } = await client.getRefunds(sold.tid)
        assert.deepEqual(
          refunds.map(({ amount, status }) => [amount, status]),
          [[9_99, 'Done']],
        )
      })
      await call('check of a card, amount zero', async () =>
        assert.equal((await client.zero(sale(20_99, true))).returnCode, '174'),
      )
      await call('a decline is an error with a code', () =>
        assert.rejects(client.create(sale(20_99, true, declinedCard)), { returnCode: '101' }),
      )
    })
  },
}

const host = 'api.userede.com.br'
/** Of every README of Rede's SDKs. */
const testCard = '5448280000000007'
const declinedCard = '4024007153760052'

const basicHasEnded = {
  reason: 'sends Basic, which ended with `/erede/v1` on 5 January 2026',
  source: 'https://github.com/DevelopersRede/erede-php/issues/76',
}
const queryIsDropped = {
  reason: 'sends the path without its query (`path: url.pathname`)',
  source: '`lib/service/TransactionService.js`',
}

function load(): Library {
  const require = createRequire(import.meta.url)
  return {
    Client: require('erede-node'),
    Store: require('erede-node/lib/store.js'),
    Environment: require('erede-node/lib/environment.js'),
    Transaction: require('erede-node/lib/transaction.js'),
  }
}

const targetOf = (stage: Stage) => ({
  url: new URL(setting(stage, 'rede', 'baseUrl')).origin,
  ca: setting(stage, 'rede', 'ca'),
})

/** The flow of Rede's page, which the library does not have. Returns the header of the calls. */
async function requestToken(stage: Stage): Promise<string> {
  const pair = `${setting(stage, 'rede', 'affiliation')}:${setting(stage, 'rede', 'token')}`
  const { status, body } = await postForm(
    setting(stage, 'rede', 'tokenUrl'),
    setting(stage, 'rede', 'ca'),
    { grant_type: 'client_credentials' },
    { authorization: `Basic ${Buffer.from(pair).toString('base64')}` },
  )
  assert.equal(status, 200)
  const { access_token: token, token_type: type, expires_in: seconds } = JSON.parse(body)
  assert.deepEqual([type, seconds], ['Bearer', 1_440])
  return `Bearer ${token}`
}
