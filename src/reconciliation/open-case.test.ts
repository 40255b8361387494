import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openReconciling } from '../../test/kit/reconciliation.ts'
import { someSales, writeBooks } from '../../test/kit/settlement-books.ts'
import { caseById, earlierCases } from '../cases/case-store.ts'
import { openCase } from '../cases/open-case.ts'
import { claimRechecks } from '../cases/recheck-store.ts'
import { resolveCase } from '../cases/resolve-case.ts'
import { newId } from '../primitives/id.ts'
import { recheckCases } from './recheck-cases.ts'

const reconciling = await openReconciling()
after(() => reconciling.close())
const { sql, app, newProvider, casesOf, openOf } = reconciling

/** A card sale with an unknown outcome, and its case. */
async function unresolvedSale() {
  const providerId = await newProvider()
  const [sale] = someSales(1, {
    date: '2026-04-01',
    accounts: [newId(1)],
    from: Number(await countProviders()) * 5 + 1,
  })
  assert.ok(sale)
  await writeBooks(sql, providerId, { sales: [{ ...sale, status: 'WAITING_PAYMENT' }] })
  const { accountId, id, reference } = sale
  await sql`
    insert into attempts (account_id, id, transaction_id, provider_id, operation, attempt_ref,
      state, amount, sent_at)
    values (${accountId}, ${newId(1)}, ${id}, ${providerId}, 'sale', ${reference}, 'unknown',
      ${sale.amount}, now())`
  const report = () =>
    openCase(app, providerId, {
      kind: 'sale-unresolved',
      subject: reference,
      ...{ accountId, objectType: 'transaction', objectId: id, reference },
    })
  await report()
  return { providerId, report, ...sale }
}

const countProviders = async () => (await sql`select id from providers`).length

test('a repeated report is one case, which closes itself when the matter has ended', async () => {
  const { providerId, report, accountId, id, reference } = await unresolvedSale()
  await report()
  await recheckCases(app, providerId)
  assert.deepEqual(await openOf(providerId), [`sale-unresolved ${reference}`])
  await sql`
    update attempts
    set state = 'approved'
    where account_id = ${accountId} and transaction_id = ${id}`
  await recheckCases(app, providerId)
  assert.deepEqual(
    (await casesOf(providerId)).map(({ status, resolvedBy }) => [status, resolvedBy]),
    [['RESOLVED', null]],
  )
})

test('a case that closed by agreement opens again, and one a person closed does not', async () => {
  const { providerId, report, accountId, id, reference } = await unresolvedSale()
  const setState = (state: string) =>
    sql`
      update attempts
      set state = ${state}
      where account_id = ${accountId} and transaction_id = ${id}`
  await setState('approved')
  await recheckCases(app, providerId)
  await setState('unknown')
  await report()
  assert.deepEqual(await openOf(providerId), [`sale-unresolved ${reference}`])
  const [open] = await casesOf(providerId)
  await resolveCase(app, open?.id ?? '', { resolvedBy: 'Ana', note: 'a adquirente confirmou' })
  await report()
  assert.deepEqual(await openOf(providerId), [])
})

test('after a person closed a case, only another difference opens a new case', async () => {
  const providerId = await newProvider()
  const report = (found: number) =>
    openCase(app, providerId, {
      kind: 'arrival-amount-differs',
      subject: 'cobranca-1',
      ...{ expected: { amount: 100_00 }, found: { amount: found } },
    })
  const occurrences = () => sql<
    { id: string; status: string; amount: number; resolution: string | null }[]
  >`
    select id, status, (found ->> 'amount')::int as amount, resolution from reconciliation_cases
    where provider_id = ${providerId} order by occurrence`
  await report(90_00)
  const [first] = await occurrences()
  await resolveCase(app, first?.id ?? '', { resolvedBy: 'Ana', note: 'devolvido no banco' })
  await report(90_00)
  assert.deepEqual(await openOf(providerId), [], 'the same')
  await report(95_00)
  await report(95_00)
  assert.deepEqual(
    (await occurrences()).map(({ status, amount, resolution }) => [status, amount, resolution]),
    [
      ['RESOLVED', 90_00, 'devolvido no banco'],
      ['OPEN', 95_00, null],
    ],
  )
  const [, second] = await occurrences()
  const seen = second && (await caseById(sql, second.id))
  assert.deepEqual(
    (seen ? await earlierCases(sql, seen) : []).map(({ id, resolvedBy }) => [id, resolvedBy]),
    [[first?.id, 'Ana']],
  )
})

test('the database rejects changes of a case that a person closed, and deletions', async () => {
  const { providerId, reference } = await unresolvedSale()
  const [open] = await casesOf(providerId)
  await resolveCase(app, open?.id ?? '', { resolvedBy: 'Ana', note: 'conferido' })
  const ofIt = sql`provider_id = ${providerId} and subject = ${reference}`
  await assert.rejects(
    sql`update reconciliation_cases set resolution = 'outra' where ${ofIt}`,
    /closed by a person/,
  )
  await assert.rejects(sql`delete from reconciliation_cases where ${ofIt}`, /never deleted/)
})

test('a provider with an open case is checked again, with or without files', async () => {
  const { providerId, report } = await unresolvedSale()
  await report()
  await sql`
    update reconciliations set recheck_at = ${app.clock.now()} where provider_id = ${providerId}`
  assert.ok((await claimRechecks(sql, app.clock.now())).includes(providerId))
  assert.ok(!(await claimRechecks(sql, app.clock.now())).includes(providerId))
  const [{ waits } = { waits: false }] = await sql<{ waits: boolean }[]>`
    select recheck_at > ${app.clock.now()}::timestamptz + interval '9 seconds' as waits
    from reconciliations
    where provider_id = ${providerId}`
  assert.ok(waits)
})

test('a case that cannot be opened does not stop the caller', async () => {
  await openCase(app, newId(1), { kind: 'sale-unresolved', subject: 'of no provider' })
})
