import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { recordAudits } from '../../src/audit-log/record-audit.ts'
import { verifyAudit } from '../../src/audit-log/verify-audit.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import { untilFound } from '../kit/time-limit.ts'

/* What a person of the operator saw, and who exported the log. */

let world: World
before(async () => {
  world = await openWorld({ RATE_SIGN_INS_PER_ADDRESS: '1000' })
})
after(() => world.close())

async function signedIn(role: string, accountId: string | null) {
  const { email, personId } = await newPerson(world.app, { accountId, role })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  return { ...browser, personId }
}

const customer = {
  name: 'Ana Teste',
  email: 'ana@example.com',
  document: { number: '52998224725', type: 'CPF' },
}

interface Line {
  readonly action: string
  readonly sentence: string
  readonly requestId: string | null
  readonly object: { readonly id: string }
}

test('the account sees which of its data a person of the operator opened', async () => {
  const shop = await world.openShop()
  const sale = await shop.sell({ amount: 10_000, paymentMethod: 'PIX', customer })
  const owner = await signedIn('owner', shop.accountId)
  const support = await signedIn('support', null)
  const path = `/api/admin/accounts/${shop.accountId}/transactions`
  assert.equal((await support.get(path)).status, 200)
  assert.equal((await support.get(`${path}/${sale.id}`)).data.customer.email, customer.email)
  const lines: Line[] = (await owner.get('/api/user/audit?by=person')).data
  const seen = lines.filter(({ action }) => action.endsWith('.read'))
  assert.deepEqual(
    seen.map(({ action, object }) => [action, object.id]),
    [
      ['transaction.read', sale.id],
      ['transactions.read', shop.accountId],
    ],
  )
  assert.match(seen[0]?.sentence ?? '', /^Pessoa \d+ viu a transação /)
  assert.ok(seen.every(({ requestId }) => requestId !== null))
})

for (const [list, column, action, sentence] of [
  ['wallet/statement', /Quem pagou ou recebeu/, 'statement.read', /^Pessoa \d+ viu o extrato de /],
  ['receivables', /Pagador/, 'receivables.read', /^Pessoa \d+ viu os recebíveis de /],
] as const)
  test(`${list} has the names of payers: each reading of it leaves an entry`, async () => {
    const shop = await world.openShop()
    const owner = await signedIn('owner', shop.accountId)
    const auditor = await signedIn('auditor', null)
    const path = `/api/admin/accounts/${shop.accountId}/${list}`
    assert.equal((await auditor.get(path)).status, 200)
    const csv = await fetch(`${world.baseUrl}${path}?format=csv`, {
      headers: { cookie: auditor.cookie() },
    })
    assert.match(await csv.text(), column)
    const seen: Line[] = (await owner.get('/api/user/audit?by=person')).data
    const reads = seen.filter((line) => line.action === action)
    assert.deepEqual(
      reads.map(({ object }) => object.id),
      [shop.accountId, shop.accountId],
    )
    assert.match(reads[0]?.sentence ?? '', sentence)
  })

test('a read that shows nothing, and reads of the account itself, leave no entry', async () => {
  const shop = await world.openShop()
  await shop.sell({ amount: 10_000, paymentMethod: 'PIX', customer })
  const owner = await signedIn('owner', shop.accountId)
  const support = await signedIn('support', null)
  const path = `/api/admin/accounts/${shop.accountId}/transactions`
  assert.equal((await support.get(`${path}/${crypto.randomUUID()}`)).status, 404)
  assert.equal(
    (await support.get(`/api/admin/accounts/${shop.accountId}/wallet/balance`)).status,
    200,
  )
  await owner.get('/api/user/transactions')
  const lines: Line[] = (await owner.get('/api/user/audit')).data
  assert.ok(!lines.some(({ action }) => action.endsWith('.read')))
})

test('the audit log shows who of the operator read it, of one account or of all', async () => {
  const shop = await world.openShop()
  const auditor = await signedIn('auditor', null)
  const path = `/api/admin/audit?accountId=${shop.accountId}`
  assert.equal((await auditor.get(path)).status, 200)
  const owner = await signedIn('owner', shop.accountId)
  const own: Line[] = (await owner.get('/api/user/audit?by=person')).data
  const [read] = own.filter(({ action }) => action === 'audit.read')
  assert.equal(read?.object.id, shop.accountId)
  assert.match(read?.sentence ?? '', /^Pessoa \d+ viu o registro de auditoria de /)

  assert.equal((await auditor.get('/api/admin/audit')).status, 200)
  const noAccount = await auditor.get(`/api/admin/audit?accountId=${crypto.randomUUID()}`)
  assert.equal(noAccount.status, 200)
  const all: Line[] = (await auditor.get('/api/admin/audit?by=person&limit=3')).data
  assert.deepEqual(
    all.filter(({ action }) => action === 'audit.read').map(({ object }) => object.id),
    ['operator', 'operator'],
  )
})

test('many reads at once are all in the chain, which verifies', async () => {
  const auditor = await signedIn('auditor', null)
  const count = async () =>
    (
      await world.app.sql<{ n: number }[]>`
        select count(*)::int as n from audit_entries
        where content::jsonb ->> 'action' = 'people.read'`
    )[0]?.n ?? 0
  const before = await count()
  for (let round = 0; round < 4; round += 1) {
    // What a busy machine refuses leaves no entry.
    const reads = Array.from({ length: 10 }, () =>
      untilFound(
        'it is read',
        () => auditor.get('/api/admin/people'),
        ({ code }) => code !== 'database-unavailable' && code !== 'rate-limited',
      ),
    )
    assert.ok((await Promise.all(reads)).every(({ status }) => status === 200))
  }
  assert.equal(await count(), before + 40)
  assert.equal((await verifyAudit(world.app)).problem, null)
})

test('what cannot be recorded is not shown', async () => {
  const auditor = await signedIn('auditor', null)
  await world.app.sql`alter table audit_chain rename to audit_chain_away`
  try {
    const { status, text } = await auditor.get('/api/admin/people')
    assert.ok(status >= 500, text)
    assert.doesNotMatch(text, /exemplo\.com\.br/)
  } finally {
    await world.app.sql`alter table audit_chain_away rename to audit_chain`
  }
})

async function table(cookie: string, path: string) {
  const response = await fetch(world.baseUrl + path, { headers: { cookie } })
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.match(response.headers.get('content-type') ?? '', /^text\/csv/, bytes.toString())
  assert.match(response.headers.get('content-disposition') ?? '', /filename="auditoria-/)
  return parse(bytes, {
    bom: true,
    delimiter: ';',
    columns: true,
    record_delimiter: '\r\n',
  }) as Readonly<Record<string, string>>[]
}

test('the log is a table of any length, each line once, and the export is part of it', async () => {
  const shop = await world.openShop()
  const { accountId } = shop
  await shop.sell({ amount: 10_000, paymentMethod: 'PIX', customer })
  const actor = { kind: 'person' as const, id: 'p', name: '=Ana' }
  const object = { type: 'account', id: accountId, name: 'Loja' }
  await world.app.sql.begin((tx) =>
    recordAudits(
      world.app,
      tx,
      Array.from({ length: 1_100 }, (_, n) => ({
        actor,
        change: { accountId, action: 'account.changed' as const, object, after: { n } },
      })),
    ),
  )
  const owner = await signedIn('owner', accountId)
  const lines = await table(owner.cookie(), '/api/user/audit?format=csv')
  assert.ok(lines.length > 1_101, `${lines.length} lines`)
  assert.equal(new Set(lines.map(({ Entrada }) => Entrada)).size, lines.length)
  assert.ok(lines.every(({ Conta }) => Conta === accountId))
  const changed = lines.filter((line) => line.Ação === 'account.changed' && line.Autor === "'=Ana")
  assert.equal(changed.length, 1_100)
  assert.ok(changed.some(({ Depois }) => Depois === '{"n":1099}'))
  assert.equal(changed[0]?.['O que aconteceu'], "'=Ana mudou a conta Loja.")
  assert.equal(lines[0]?.Ação, 'audit.exported')
  assert.ok(lines.some(({ Ação }) => Ação === 'transaction.waiting_payment'))

  const people = await table(owner.cookie(), '/api/user/audit?format=csv&by=key')
  assert.ok(people.length > 0 && people.every((line) => line['Tipo de autor'] === 'key'))
  const [entry] = (await owner.get('/api/user/audit?by=person')).data
  assert.deepEqual([entry.action, entry.after], ['audit.exported', { by: ['key'] }])
  assert.match(entry.sentence, /^Pessoa \d+ exportou o registro de auditoria de /)
})

test('the operator exports the log of all accounts, or of one', async () => {
  const shop = await world.openShop()
  const auditor = await signedIn('auditor', null)
  const all = await table(auditor.cookie(), '/api/admin/audit?format=csv')
  assert.ok(new Set(all.map(({ Conta }) => Conta)).size > 2)
  const path = `/api/admin/audit?format=csv&accountId=${shop.accountId}`
  const one = await table(auditor.cookie(), path)
  assert.ok(one.length > 0 && one.every(({ Conta }) => Conta === shop.accountId))
  const owner = await signedIn('owner', shop.accountId)
  const lines: Line[] = (await owner.get('/api/user/audit?by=person')).data
  assert.ok(lines.some(({ action }) => action === 'audit.exported'))
})
