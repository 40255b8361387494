import assert from 'node:assert/strict'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { distributeTables } from '../../src/db/citus-store.ts'
import { migrate, migrationsDirectory } from '../../src/db/migrate.ts'
import { openWorld } from '../kit/gateway.ts'
import { untilConnected } from '../kit/until-connected.ts'

const world = await openWorld()
after(() => world.close())

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '111.444.777-35', type: 'CPF' },
}
const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

test('a process works on while the next version expands every table', async (t) => {
  const shop = await world.openShop()
  // The statements of the second day are prepared on the first, before the tables have changed.
  const sellAndRefund = async (): Promise<string> => {
    const pix = await shop.sell({ paymentMethod: 'PIX', amount: 10_00, customer })
    await shop.pay(pix.pix?.qrcode ?? '')
    assert.equal((await shop.webhooks(pix.id, 2)).length, 2)
    const sale = await shop.sell({
      paymentMethod: 'CREDIT_CARD',
      amount: 20_00,
      installments: 2,
      customer,
      card,
    })
    assert.equal(sale.status, 'PAID')
    const { http } = await shop.call('POST', `/api/user/transactions/${sale.id}/refund`, {
      amount: 5_00,
    })
    assert.equal(http, 200)
    return pix.id
  }
  const before = await sellAndRefund()

  const directory = await mkdtemp(join(tmpdir(), 'guiche-next-'))
  t.after(() => rm(directory, { recursive: true }))
  await cp(migrationsDirectory, directory, { recursive: true })
  await writeFile(
    join(directory, '9999-next.sql'),
    `do $$
    declare
      each regclass;
    begin
      for each in
        select c.oid from pg_class c
        where c.relnamespace in ('public'::regnamespace, 'people'::regnamespace)
          and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations'
      loop
        execute format('alter table %s add column next text, add column later int default 1', each);
      end loop;
    end
    $$;
    create table next_things (
      account_id uuid not null,
      id uuid not null,
      primary key (account_id, id)
    );`,
  )
  const next = await untilConnected(() => migrate(world.databaseUrl, directory))
  assert.deepEqual(next, ['9999-next.sql'])
  // As `guiche migrate --citus` does.
  if (world.app.sql.shards !== undefined) {
    const placed = await untilConnected(() => distributeTables(world.databaseUrl))
    assert.deepEqual(
      placed.map(({ name }) => name),
      ['next_things'],
    )
  }

  const since = await sellAndRefund()
  for (const id of [before, since]) assert.equal((await shop.find(id)).status, 'PAID')
  const ready = await fetch(`${world.baseUrl}/health/ready`)
  assert.equal(ready.status, 200)

  // The version before may also be started again.
  assert.deepEqual(await untilConnected(() => migrate(world.databaseUrl)), [])
})
