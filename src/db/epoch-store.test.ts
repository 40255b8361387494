import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { newId, randomSecret } from '../primitives/id.ts'
import { noticeEpoch, recordLoss, settleEpoch } from './epoch-store.ts'

test('a database that may have lost commits uses none of their numbers again', async (t) => {
  const database = await openTestDatabase()
  t.after(() => database.close())
  const { sql } = database
  const providerId = newId(Date.now())
  await sql`
    insert into providers (id, kind, name, sealed, callback_digest)
    values (${providerId}, 'banco-do-brasil-cnab', 'Banco', ${randomSecret(8)},
      ${randomSecret(32)})`
  await sql`
    insert into remittance_files (provider_id, agreement, sequence, made_at, due_at)
    values (${providerId}, 'bank 1', 41, now(), now())`
  const nextBoleto = async () => {
    const [row] = await sql<{ number: number }[]>`select nextval('boleto_sequence') as number`
    return row?.number ?? 0
  }
  const lastFile = async () => {
    const [row] = await sql<{ number: number }[]>`
      select max(sequence) as number from remittance_files where provider_id = ${providerId}`
    return row?.number
  }
  const before = await nextBoleto()
  await noticeEpoch(sql, { isLossless: false })
  assert.equal(await nextBoleto(), before + 1, 'the history is known')
  assert.equal(await lastFile(), 41)

  // Another cluster, as after a restore, or a loss that the operator declares.
  await sql`update database_epochs set system_id = system_id - 1`
  await noticeEpoch(sql, { isLossless: false })
  const afterRestore = await nextBoleto()
  assert.ok(afterRestore > before + 100_000)
  assert.equal(await lastFile(), 1_041)
  await settleEpoch(sql, 'Ana')
  await recordLoss(sql, new Date())
  assert.ok((await nextBoleto()) > afterRestore + 100_000)
  assert.equal(await lastFile(), 2_041)
})
