import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { Value } from 'typebox/value'
import { startBancoDoBrasil } from '../../sandbox/banco-do-brasil/start-banco-do-brasil.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { openWorld } from '../../sandbox/open-world.ts'
import { readBoletoCode } from '../../src/brazil/boleto-code.ts'
import { readBrCode } from '../../src/brazil/br-code.ts'
import { isEndToEndId } from '../../src/brazil/pix-ids.ts'
import { cents } from '../../src/primitives/money.ts'
import { openBancoDoBrasil } from '../../src/providers/banco-do-brasil/banco-do-brasil.ts'
import {
  type BancoDoBrasilSettings,
  bancoDoBrasilSettings,
} from '../../src/providers/banco-do-brasil/settings.ts'
import type { BoletoOrder, RegisteredBoleto } from '../../src/providers/ports/boleto.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const address = {
  street: 'Avenida Paulista, 1578',
  city: 'São Paulo',
  state: 'SP',
  zipCode: '01310-200',
  neighborhood: 'Bela Vista',
}
const maria = { name: 'Maria Antônia da Conceição', document: '52998224725', address }

test('a boleto is registered with the codes of the order, and is found open', async (t) => {
  const { bank, signal } = await open(t)
  const { boleto } = await registered(bank.register(order({ amount: cents(1_990) }), signal()))
  const code = readBoletoCode(boleto.digitableLine, Temporal.PlainDate.from('2026-11-21'))
  assert.ok(code.ok && code.code.kind === 'bank')
  assert.equal(code.code.barcode, boleto.barcode)
  assert.equal(code.code.amount, 1_990)
  assert.deepEqual(code.code.due, { kind: 'date', date: Temporal.PlainDate.from('2026-11-30') })
  assert.equal(boleto.ourNumber, '00031285570000000001')
  assert.equal(boleto.agencyAndAccount, '0452-9 / 123873-6')
  assert.equal(boleto.wallet, '17')
  assert.ok(boleto.pix && readBrCode(boleto.pix.emv).ok)
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'open' })
})

test('an unregistered boleto is not found', async (t) => {
  const { bank, signal } = await open(t)
  assert.deepEqual(await bank.find('00031285570000000099', signal()), { kind: 'not-found' })
  assert.deepEqual(await bank.find('../outro', signal()), { kind: 'not-found' })
})

for (const [way, codeOf] of [
  ['its line', (boleto: RegisteredBoleto) => boleto.digitableLine],
  [
    'its formatted line',
    (boleto: RegisteredBoleto) => boleto.digitableLine.replace(/^(.{5})(.{5})/, '$1.$2 '),
  ],
  ['its barcode', (boleto: RegisteredBoleto) => boleto.barcode],
] as const) {
  test(`paid by ${way}, it is found paid and its PIX is closed`, async (t) => {
    const { bank, simulator, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({ amount: cents(120_08) }), signal()))
    const paid = await simulator.pay?.(codeOf(boleto), 120_08)
    assert.ok(paid?.paid)
    assert.equal(paid.method, 'BOLETO')
    assert.deepEqual(await bank.find(boleto.ourNumber, signal()), {
      kind: 'paid',
      amount: 120_08,
      // The bank gives the day: it begins at 03:00 UTC in São Paulo.
      paidAt: new Date('2026-11-21T03:00:00Z'),
      channel: 'boleto',
    })
    const again = await simulator.pay?.(boleto.pix?.emv ?? '', undefined)
    assert.deepEqual(again, { paid: false, reason: 'Este boleto já foi pago.' })
  })
}

test('paid by its PIX, it is found paid to the second and its barcode is closed', async (t) => {
  const { bank, simulator, signal } = await open(t)
  const { boleto } = await registered(bank.register(order({}), signal()))
  const paid = await simulator.pay?.(boleto.pix?.emv ?? '', undefined)
  assert.ok(paid?.paid && isEndToEndId(paid.reference))
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), {
    kind: 'paid',
    amount: 10_000,
    paidAt: new Date('2026-11-21T15:00:00Z'),
    channel: 'pix',
  })
  assert.deepEqual(await simulator.pay?.(boleto.barcode, undefined), {
    paid: false,
    reason: 'Este boleto já foi pago.',
  })
})

test('a cancelled boleto cannot be paid, by barcode or by PIX', async (t) => {
  const { bank, simulator, signal } = await open(t)
  const { boleto } = await registered(bank.register(order({}), signal()))
  assert.deepEqual(await bank.cancel(boleto.ourNumber, signal()), { kind: 'cancelled' })
  assert.deepEqual(await bank.cancel(boleto.ourNumber, signal()), { kind: 'cancelled' })
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'cancelled' })
  for (const code of [boleto.digitableLine, boleto.pix?.emv ?? '']) {
    const refused = { paid: false, reason: 'Este boleto foi cancelado pelo beneficiário.' }
    assert.deepEqual(await simulator.pay?.(code, undefined), refused)
  }
})

test('a cancel after the payment reports the payment', async (t) => {
  const { bank, simulator, signal } = await open(t)
  const { boleto } = await registered(bank.register(order({}), signal()))
  await simulator.pay?.(boleto.barcode, undefined)
  assert.deepEqual(await bank.cancel(boleto.ourNumber, signal()), { kind: 'paid' })
})

test('another amount is not taken, nor a code of another bank', async (t) => {
  const { bank, simulator, signal } = await open(t)
  const { boleto } = await registered(bank.register(order({}), signal()))
  const wrong = { paid: false, reason: 'O valor deste boleto não pode ser alterado pelo pagador.' }
  assert.deepEqual(await simulator.pay?.(boleto.barcode, 9_999), wrong)
  assert.equal(
    await simulator.pay?.('34191101213456788005871234570001316460000015990', 15_990),
    undefined,
  )
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'open' })
})

test('a boleto is payable to its last day, moved to a business day', async (t) => {
  const { bank, simulator, clock, signal } = await open(t)
  // Due on a Monday; five days later is a Saturday, so it is taken until Monday, 7 December.
  const { boleto } = await registered(bank.register(order({ payableDaysAfterDue: 5 }), signal()))
  clock.set('2026-12-08T02:59:59Z')
  assert.equal(await simulator.runDue(), 0)
  assert.equal((await simulator.read?.(boleto.barcode))?.state, 'payable')
  clock.set('2026-12-08T03:00:00Z')
  const late = { paid: false, reason: 'Este boleto venceu e não pode mais ser pago.' }
  assert.deepEqual(await simulator.pay?.(boleto.digitableLine, undefined), late)
  assert.equal(await simulator.runDue(), 1)
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'cancelled' })
})

test('two registrations of one boleto make one boleto', async (t) => {
  const { bank, signal } = await open(t)
  const first = await registered(bank.register(order({}), signal()))
  const second = await registered(bank.register(order({}), signal()))
  assert.deepEqual(second, first)
})

test('a sequence that belongs to another debt is refused', async (t) => {
  const { bank, signal } = await open(t)
  await registered(bank.register(order({}), signal()))
  const outcome = await bank.register(order({ amount: cents(10_001) }), signal())
  assert.equal(outcome.kind === 'rejected' && outcome.code, '4874915')
})

const doneUnseen: Fault[] = [
  'timeout-after',
  'reset-after',
  'reset-body',
  'done-then-500',
  'truncated-json',
  'missing-body',
  'wrong-types',
]
const notDone: Fault[] = [
  'timeout-before',
  'reset-before',
  'error-500',
  'error-502-html',
  'error-503',
  'error-403',
  'error-429',
]

for (const fault of [...doneUnseen, ...notDone]) {
  test(`after ${fault} at registration a retry makes exactly one boleto`, async (t) => {
    const { bank, world, signal } = await open(t)
    world.faults.add({ provider: 'boleto', operation: 'register', fault, times: 1 })
    assert.equal(
      (await bank.register(order({}), signal(fault.startsWith('timeout') ? 1_000 : 60_000))).kind,
      'unavailable',
    )
    const { boleto } = await registered(bank.register(order({}), signal()))
    assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'open' })
    const registrations = world.calls.after(0).filter(({ operation }) => operation === 'register')
    const second = doneUnseen.includes(fault) ? 'refused:already-registered' : 'registered'
    assert.deepEqual(
      registrations.map(({ outcome }) => outcome),
      [`fault:${fault}`, second],
    )
  })

  test(`${fault} at a query never gives a state`, async (t) => {
    const { bank, world, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({}), signal()))
    world.faults.add({ provider: 'boleto', operation: 'query', fault, times: 1 })
    const found = await bank.find(
      boleto.ourNumber,
      signal(fault.startsWith('timeout') ? 1_000 : 60_000),
    )
    assert.equal(found.kind, 'unknown')
  })

  test(`${fault} at a baixa never reports an open boleto as cancelled`, async (t) => {
    const { bank, world, signal } = await open(t)
    const { boleto } = await registered(bank.register(order({}), signal()))
    world.faults.add({ provider: 'boleto', operation: 'baixa', fault, times: 1 })
    const result = await bank.cancel(
      boleto.ourNumber,
      signal(fault.startsWith('timeout') ? 1_000 : 60_000),
    )
    const found = await bank.find(boleto.ourNumber, signal())
    assert.equal(found.kind, doneUnseen.includes(fault) ? 'cancelled' : 'open')
    if (result.kind === 'cancelled') assert.equal(found.kind, 'cancelled')
    else assert.equal(result.kind, 'unknown')
  })
}

test('fields the bank adds do not disturb', async (t) => {
  const { bank, world, signal } = await open(t)
  world.faults.add({ provider: 'boleto', operation: '*', fault: 'extra-fields', times: 3 })
  const { boleto } = await registered(bank.register(order({}), signal()))
  assert.deepEqual(await bank.find(boleto.ourNumber, signal()), { kind: 'open' })
})

test('a delayed registration is not found before, and a retry is unavailable', async (t) => {
  const { bank, world, clock, signal } = await open(t)
  world.faults.add({ provider: 'boleto', operation: 'register', fault: 'visible-late', times: 1 })
  assert.equal((await bank.register(order({}), signal(1_000))).kind, 'unavailable')
  assert.equal((await bank.register(order({}), signal())).kind, 'unavailable')
  clock.advance(10_000)
  await registered(bank.register(order({}), signal()))
})

test('a response that contradicts itself is never shown to a payer', async (t) => {
  const { bank, signal } = await open(t)
  const outcome = await bank.register(order({ amount: cents(100_09) }), signal())
  assert.equal(outcome.kind, 'unavailable')
  assert.match(String(outcome.kind === 'unavailable' && outcome.cause), /do not agree/)
})

test('the amounts of the README have the outcomes that it lists', async (t) => {
  const { bank, simulator, clock, signal } = await open(t)
  const refused = await bank.register(order({ sequence: 5, amount: cents(100_05) }), signal())
  assert.deepEqual(refused, {
    kind: 'rejected',
    code: '9900002',
    message: 'Registro recusado pelo banco.',
  })

  const plain = await registered(
    bank.register(order({ sequence: 6, amount: cents(100_11) }), signal()),
  )
  assert.equal(plain.boleto.pix, undefined)

  const early = await registered(
    bank.register(order({ sequence: 7, amount: cents(100_13) }), signal()),
  )
  assert.equal((await bank.cancel(early.boleto.ourNumber, signal())).kind, 'unknown')
  clock.advance(30 * minuteMs)
  assert.deepEqual(await bank.cancel(early.boleto.ourNumber, signal()), { kind: 'cancelled' })

  const slow = await registered(
    bank.register(order({ sequence: 8, amount: cents(100_17) }), signal()),
  )
  assert.equal((await bank.find(slow.boleto.ourNumber, signal())).kind, 'open')
  await simulator.pay?.(slow.boleto.barcode, undefined)
  assert.equal((await bank.find(slow.boleto.ourNumber, signal())).kind, 'open')
  clock.advance(30_000)
  assert.equal((await bank.find(slow.boleto.ourNumber, signal())).kind, 'paid')
})

for (const [field, change] of [
  ['dataVencimento', { dueDate: '2026-11-20', issueDate: '2026-11-20' }],
  ['valorOriginal', { amount: cents(0) }],
  ['pagador.numeroInscricao', { payer: { ...maria, document: '52998224726' } }],
  ['pagador.bairro', { payer: { ...maria, address: { ...address, neighborhood: '' } } }],
  ['pagador.cep', { payer: { ...maria, address: { ...address, zipCode: '' } } }],
  ['pagador.uf', { payer: { ...maria, address: { ...address, state: 'XX' } } }],
] as const) {
  test(`an order the bank cannot take is rejected and names ${field}`, async (t) => {
    const { bank, signal } = await open(t)
    const outcome = await bank.register(order(change), signal())
    assert.equal(outcome.kind, 'rejected')
    assert.match(String(outcome.kind === 'rejected' && outcome.message), new RegExp(`${field}$`))
  })
}

test('a payer without an address, and one with letters in the CNPJ, are registered', async (t) => {
  const { bank, settings, signal } = await open(t)
  const { address: _, ...noAddress } = maria
  assert.equal(bank.needsPayerAddress, false)
  await registered(bank.register(order({ sequence: 21, payer: noAddress }), signal()))
  const company = { ...maria, document: '12ABC34501DE35' }
  await registered(bank.register(order({ sequence: 22, payer: company }), signal()))
  await registered(bank.register(order({ sequence: 22, payer: company }), signal()))
  const { payerAddress: __, ...without } = settings
  const strict = openBancoDoBrasil(without)
  t.after(() => strict.close())
  assert.equal(strict.needsPayerAddress, true)
})

test('all callers share one token, and an expired one is renewed', async (t) => {
  const { bank, world, clock, signal } = await open(t)
  const tokens = () => world.calls.after(0).filter(({ operation }) => operation === 'token').length
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      registered(bank.register(order({ sequence: n + 1 }), signal())),
    ),
  )
  assert.equal(tokens(), 1)
  clock.advance(30 * dayMs) // The bank forgets the token; this side still believes in it.
  assert.equal((await bank.find('00031285570000000001', signal())).kind, 'open')
  assert.equal(tokens(), 2)
})

test('without a token nothing is sent, and the next call tries again', async (t) => {
  const { bank, world, signal } = await open(t)
  world.faults.add({ provider: 'boleto', operation: 'token', fault: 'error-503', times: 1 })
  assert.equal((await bank.register(order({}), signal())).kind, 'unavailable')
  assert.deepEqual(
    world.calls.after(0).map(({ operation }) => operation),
    ['token'],
  )
  await registered(bank.register(order({}), signal()))
})

test('a wrong secret or application key is trouble, never a refusal of the boleto', async (t) => {
  const { settings, signal } = await open(t)
  for (const change of [{ clientSecret: 'outro' }, { appKey: 'chave-errada' }]) {
    const other = openBancoDoBrasil({ ...settings, ...change })
    t.after(() => other.close())
    assert.equal((await other.register(order({}), signal())).kind, 'unavailable')
  }
})

test('a payment is notified at once, with the secret and the boleto’s number', async (t) => {
  const receiver = await openReceiver(t)
  const { bank, simulator, signal } = await open(t, receiver.url)
  const { boleto } = await registered(bank.register(order({}), signal()))
  await simulator.pay?.(boleto.barcode, undefined)
  const notice = await receiver.next()
  assert.deepEqual(bank.readNotice(headersOf(notice), notice.body), [boleto.ourNumber])
  const forged = { ...headersOf(notice), 'x-notice-secret': 'x'.repeat(40) }
  assert.equal(bank.readNotice(forged, notice.body), undefined)
  assert.equal(bank.readNotice({}, notice.body), undefined)
})

test('a notice not taken comes again, one lost never comes, one doubled comes twice', async (t) => {
  const receiver = await openReceiver(t)
  const { bank, simulator, world, clock, signal } = await open(t, receiver.url)
  const pay = async (sequence: number) => {
    const { boleto } = await registered(bank.register(order({ sequence }), signal()))
    await simulator.pay?.(boleto.barcode, undefined)
    await simulator.runDue()
    return boleto.ourNumber
  }
  receiver.answer(500)
  const first = await pay(1)
  receiver.answer(200)
  clock.advance(5_000)
  await simulator.runDue()
  world.faults.add({ provider: 'boleto', operation: 'callback', fault: 'callback-lost', times: 1 })
  await pay(2)
  world.faults.add({
    provider: 'boleto',
    operation: 'callback',
    fault: 'callback-doubled',
    times: 1,
  })
  const third = await pay(3)
  clock.advance(dayMs)
  await simulator.runDue()
  assert.deepEqual(receiver.seen(), [first, first, third, third])
})

test('a restarted bank keeps its boletos, secrets and pending notices', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'guiche-bb-'))
  const first = await open(t, undefined, home)
  const { boleto } = await registered(first.bank.register(order({}), first.signal()))
  await first.simulator.pay?.(boleto.barcode, undefined)
  await first.simulator.stop()
  first.world.db.close()

  const receiver = await openReceiver(t)
  const second = await open(t, receiver.url, home)
  assert.equal(second.settings.clientSecret, first.settings.clientSecret)
  await second.simulator.runDue()
  assert.deepEqual(receiver.seen(), [boleto.ourNumber])
  assert.equal((await second.bank.find(boleto.ourNumber, second.signal())).kind, 'paid')
})

/** A bank with its own home and clock, and the adapter set up with what the bank gave out. */
async function open(
  t: TestContext,
  noticeUrl?: string,
  home = mkdtempSync(join(tmpdir(), 'guiche-bb-')),
) {
  const clock = { at: new Date('2026-11-21T15:00:00Z').getTime() }
  const world = openWorld({ home, now: () => new Date(clock.at) })
  const simulator = await startBancoDoBrasil(world, {
    host: '127.0.0.1',
    port: 0,
    noticeUrl: () => noticeUrl,
  })
  const settings = Value.Parse(
    bancoDoBrasilSettings,
    simulator.credentials,
  ) satisfies BancoDoBrasilSettings
  const bank = openBancoDoBrasil(settings)
  t.after(async () => {
    await simulator.stop()
    await bank.close()
    if (world.db.isOpen) world.db.close()
    rmSync(home, { recursive: true, force: true })
  })
  return {
    world,
    simulator,
    settings,
    bank,
    signal: (ms = 60_000) => AbortSignal.timeout(ms),
    clock: {
      set: (at: string) => {
        clock.at = new Date(at).getTime()
      },
      advance: (ms: number) => {
        clock.at += ms
      },
    },
  }
}

const order = (change: Partial<BoletoOrder>): BoletoOrder => ({
  sequence: 1,
  amount: cents(10_000),
  issueDate: '2026-11-21',
  dueDate: '2026-11-30',
  payableDaysAfterDue: 30,
  shop: { name: 'Loja da Esquina', document: '12ABC34501DE35' },
  documentNumber: 'PED-42',
  payer: maria,
  instructions: ['Não receber após 30 dias do vencimento.'],
  ...change,
})

async function registered(outcome: ReturnType<ReturnType<typeof openBancoDoBrasil>['register']>) {
  const known = await outcome
  assert.equal(
    known.kind,
    'registered',
    JSON.stringify(known, (_key, value) => (value instanceof Error ? value.message : value)),
  )
  assert.ok(known.kind === 'registered')
  return known
}

interface Notice {
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** Takes notices as the gateway's callback route would. */
async function openReceiver(t: TestContext) {
  const notices: Notice[] = []
  const waiting: ((notice: Notice) => void)[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request)
    const notice = { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) }
    notices.push(notice)
    waiting.shift()?.(notice)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callbacks/banco-do-brasil`,
    answer: (next: number) => {
      status = next
    },
    next: async (): Promise<Notice> =>
      notices.shift() ?? (await new Promise((resolve) => waiting.push(resolve))),
    seen: () => notices.map(({ body }) => (body as { id: string }[])[0]?.id),
  }
}

const headersOf = ({ headers }: Notice): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
