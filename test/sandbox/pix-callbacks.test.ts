import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { openAuthority } from '../../sandbox/authority.ts'
import type { CallbackFault } from '../../sandbox/faults.ts'
import { randomId } from '../../src/primitives/id.ts'
import { cents } from '../../src/primitives/money.ts'
import { openPixBank, openReceiver } from '../kit/pix-bank.ts'
import { timeLimit } from '../kit/time-limit.ts'

/** A bank that calls `receiver` back, and a way to be paid. */
async function openShop(t: TestContext, statuses: readonly number[] = []) {
  const bank = await openPixBank(t)
  const receiver = await openReceiver(t, statuses)
  await bank.pix.registerCallback(receiver.url, timeLimit())
  const sell = async (amount = 100_00): Promise<string> => {
    const charge = {
      txid: randomId().replaceAll('-', ''),
      amount: cents(amount),
      expiresInSeconds: 600,
    }
    const created = await bank.pix.createCharge(charge, timeLimit())
    assert(created.kind === 'created')
    const payment = await bank.bank.pay?.(created.emv, undefined)
    assert(payment?.paid)
    return payment.reference
  }
  const reported = () =>
    receiver.bodies.flatMap(({ body }) =>
      bank.pix.readNotice(body).map(({ endToEndId }) => endToEndId),
    )
  const goesWrong = (fault: CallbackFault) =>
    bank.world.faults.add({ provider: 'pix', operation: 'callback', fault, times: 1 })
  return { ...bank, receiver, sell, reported, goesWrong }
}

test('a notice has the shape of the standard', async (t) => {
  const { receiver, sell, settings } = await openShop(t)
  const endToEndId = await sell()
  await receiver.received(1)
  const { pix } = (receiver.bodies[0] ?? fail()).body as { pix: Record<string, unknown>[] }
  const { txid, horario, ...rest } = pix[0] ?? {}
  assert.match(String(txid), /^[0-9a-f]{32}$/)
  assert.match(String(horario), /^\d{4}-\d{2}-\d{2}T.*Z$/)
  const valor = '100.00'
  assert.deepEqual(rest, {
    endToEndId,
    valor,
    componentesValor: { original: { valor } },
    chave: settings.chave,
  })
})

test('a lost notice never comes', async (t) => {
  const shop = await openShop(t)
  shop.goesWrong('callback-lost')
  await shop.sell()
  await shop.pass(30 * 86_400)
  assert.deepEqual(shop.reported(), [])
})

test('a delayed notice comes a minute later', async (t) => {
  const shop = await openShop(t)
  shop.goesWrong('callback-delayed')
  const endToEndId = await shop.sell()
  await shop.pass(59)
  assert.deepEqual(shop.reported(), [])
  await shop.pass(2)
  assert.deepEqual(shop.reported(), [endToEndId])
})

test('a doubled notice comes twice', async (t) => {
  const shop = await openShop(t)
  shop.goesWrong('callback-doubled')
  const endToEndId = await shop.sell()
  await shop.receiver.received(2)
  await shop.pass(86_400)
  assert.deepEqual(shop.reported(), [endToEndId, endToEndId])
})

test('a reordered notice comes after the next one', async (t) => {
  const shop = await openShop(t)
  shop.goesWrong('callback-reordered')
  const [first, second] = [await shop.sell(), await shop.sell()]
  await shop.receiver.received(2)
  assert.deepEqual(shop.reported(), [second, first])
})

test('an undelivered notice is retried with longer delays for about a day', async (t) => {
  const shop = await openShop(
    t,
    Array.from({ length: 50 }, () => 500),
  )
  await shop.sell()
  await shop.receiver.received(1)
  for (const [seconds, tries] of [
    [4, 1],
    [2, 2],
    [31, 3],
    [121, 4],
    [601, 5],
    [3_601, 6],
    [21_601, 7],
    [86_401, 8],
    [30 * 86_400, 8],
  ] as const) {
    await shop.pass(seconds)
    assert.equal(shop.receiver.bodies.length, tries)
  }
})

test('a refund that ends is notified under the EndToEndId of its payment', async (t) => {
  const shop = await openShop(t)
  const endToEndId = await shop.sell()
  await shop.pix.refund({ endToEndId, refundId: 'r1', amount: cents(10_00) }, timeLimit())
  await shop.pass(3)
  await shop.receiver.received(2)
  const { pix } = (shop.receiver.bodies[1] ?? fail()).body as {
    pix: { endToEndId: string; devolucoes: unknown[] }[]
  }
  const [{ devolucoes } = { devolucoes: [] }] = pix
  assert.deepEqual(shop.reported(), [endToEndId, endToEndId])
  const [refund] = devolucoes as { id: string; valor: string; status: string }[]
  assert.deepEqual([refund?.id, refund?.valor, refund?.status], ['r1', '10.00', 'DEVOLVIDO'])
})

test('over HTTPS the bank shows a certificate of its own', async (t) => {
  const { world, bank, pix } = await openPixBank(t)
  const authority = await openAuthority(world.home)
  const { certificate, privateKey } = await authority.server('receiver')
  const tls = {
    cert: certificate,
    key: privateKey,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  }
  const called = Promise.withResolvers<string>()
  const server = createServer(tls, (request, response) => {
    called.resolve(String((request.socket as TLSSocket).getPeerCertificate().subject.CN))
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())

  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/bank`
  await pix.registerCallback(url, timeLimit())
  const charge = {
    txid: randomId().replaceAll('-', ''),
    amount: cents(1_00),
    expiresInSeconds: 600,
  }
  const created = await pix.createCharge(charge, timeLimit())
  assert(created.kind === 'created')
  await bank.pay?.(created.emv, undefined)
  assert.equal(await called.promise, 'pix-bank')
})

const fail = (): never => assert.fail('no such notice came')
