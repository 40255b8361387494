import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openTestDatabase } from '../../test/kit/database.ts'
import { someVault } from '../../test/kit/some-vault.ts'
import { accountAudit } from '../audit-log/audit-list-store.ts'
import { gatewayActor } from '../primitives/actor.ts'
import { systemClock } from '../primitives/clock.ts'
import { newId } from '../primitives/id.ts'
import { Rejection } from '../primitives/rejection.ts'
import { audiencesOf } from './notification-choice-store.ts'
import { chooseNotifications, readNotifications } from './notification-choices.ts'
import { insertMembership, removeMembership, setPersonStatus } from './person-store.ts'

const database = await openTestDatabase()
after(() => database.close())
const { sql } = database
const app = { sql, vault: someVault(), clock: systemClock(), actor: gatewayActor }

let count = 0
async function newAccount(name = 'Café São João') {
  const id = newId(Date.now())
  await sql`
    insert into accounts (id, name, document, settings)
    values (${id}, ${name}, '11222333000181', '{}')`
  return id
}

async function newMember(accountId: string, role: string, language = 'pt') {
  count += 1
  const personId = newId(Date.now())
  const email = `pessoa${count}@loja.example`
  await sql`
    insert into people.persons (id, name, email, email_verified, language)
    values (${personId}, ${`Pessoa ${count}`}, ${email}, true, ${language})`
  await insertMembership(sql, {
    ...{ id: newId(Date.now()), personId, accountId, role },
    createdBy: 'test',
  })
  return { personId, accountId, email, name: `Pessoa ${count}` }
}

const audience = async (accountId: string) => (await audiencesOf(sql, [accountId]))[0]

test('an audience is the active people of an account, with their permissions', async () => {
  const accountId = await newAccount()
  const owner = await newMember(accountId, 'owner')
  const reader = await newMember(accountId, 'read-only', 'en')
  const suspended = await newMember(accountId, 'owner')
  await setPersonStatus(sql, suspended.personId, 'suspended')
  await newMember(await newAccount('Outra'), 'owner')

  const found = await audience(accountId)
  assert.equal(found?.accountName, 'Café São João')
  assert.deepEqual(
    found?.recipients.map(({ to, language, permissions }) => [
      to,
      language,
      permissions.has('keys:write'),
    ]),
    [
      [owner.email, 'pt', true],
      [reader.email, 'en', false],
    ],
  )
})

test('a role that the account made counts with its own permissions', async () => {
  const accountId = await newAccount()
  await sql`
    insert into people.account_roles (id, account_id, name, read_as, permissions, created_by)
    values (
      gen_random_uuid(), ${accountId}, 'disputas', 'disputas',
      '{disputes:read,disputes:answer,nothing:known}', 'test'
    )`
  const member = await newMember(accountId, 'disputas')
  assert.deepEqual(await readNotifications({ sql }, member), {
    approval: null,
    dispute: true,
    webhook: null,
    cashout: null,
    key: null,
  })
})

test('a person turns kinds off and on again, for one account', async () => {
  const [accountId, other] = [await newAccount(), await newAccount()]
  const member = await newMember(accountId, 'finance')
  await insertMembership(sql, {
    ...{ id: newId(Date.now()), personId: member.personId, accountId: other, role: 'finance' },
    createdBy: 'test',
  })
  const usual = { approval: true, dispute: true, webhook: false, cashout: true, key: null }
  assert.deepEqual(await readNotifications({ sql }, member), usual)
  await chooseNotifications(app, member, { dispute: false, webhook: true })
  const chosen = { ...usual, dispute: false, webhook: true }
  assert.deepEqual(await readNotifications({ sql }, member), chosen)
  assert.deepEqual(await readNotifications({ sql }, { ...member, accountId: other }), usual)
  assert.deepEqual((await audience(accountId))?.recipients[0]?.choices, {
    dispute: false,
    webhook: true,
  })
  await chooseNotifications(app, member, { dispute: true })
  await chooseNotifications(app, member, { dispute: true })
  assert.equal((await readNotifications({ sql }, member)).dispute, true)
  const { lines } = await accountAudit(sql, accountId, { limit: 10 })
  assert.deepEqual(
    lines.map(({ action, object, before, after }) => [action, object.id, before, after]),
    [
      ['notifications.changed', member.personId, { dispute: false }, { dispute: true }],
      [
        ...(['notifications.changed', member.personId] as const),
        { dispute: true, webhook: false },
        { dispute: false, webhook: true },
      ],
    ],
    'a choice that changes nothing leaves no entry',
  )
})

test('a person of another account chooses nothing; a person who leaves has no choice', async () => {
  const member = await newMember(await newAccount(), 'owner')
  const foreign = { ...member, accountId: await newAccount() }
  const isUnknown = (error: unknown) => error instanceof Rejection && error.code === 'not-found'
  await assert.rejects(chooseNotifications(app, foreign, { key: false }), isUnknown)
  await assert.rejects(readNotifications({ sql }, foreign), isUnknown)

  await chooseNotifications(app, member, { key: false })
  await removeMembership(sql, member.personId, member.accountId)
  const left = await sql`
    select from people.notification_choices where person_id = ${member.personId}`
  assert.equal(left.length, 0)
})
