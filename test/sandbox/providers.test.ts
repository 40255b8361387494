import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { nextBusinessDay } from '../../src/brazil/bank-calendar.ts'
import { localDate } from '../../src/brazil/local-time.ts'
import { cents } from '../../src/primitives/money.ts'
import { apiPixSettings } from '../../src/providers/api-pix/settings.ts'
import { openBancoDoBrasil } from '../../src/providers/banco-do-brasil/banco-do-brasil.ts'
import { bancoDoBrasilSettings } from '../../src/providers/banco-do-brasil/settings.ts'
import { cieloSettings } from '../../src/providers/cielo/settings.ts'
import { openInter } from '../../src/providers/inter/inter.ts'
import { interSettings } from '../../src/providers/inter/settings.ts'
import { pagarmeSettings } from '../../src/providers/pagarme/settings.ts'
import { boletoReference } from '../../src/providers/ports/boleto.ts'
import { redeSettings } from '../../src/providers/rede/settings.ts'
import { openSandbox } from '../kit/sandbox.ts'
import { timeLimit } from '../kit/time-limit.ts'

test("each provider's credentials are what its adapter is configured with", async (t) => {
  const { sandbox } = await openSandbox(t)
  const cards = { cielo: cieloSettings, pagarme: pagarmeSettings, rede: redeSettings }
  const schemas = {
    ...cards,
    pix: apiPixSettings,
    boleto: bancoDoBrasilSettings,
    inter: interSettings,
  }
  for (const [name, schema] of Object.entries(schemas)) {
    assert.deepEqual(Value.Errors(schema, sandbox.credentials[name]), [], name)
  }
  const withWallet = Object.keys(cards).filter(
    (name) => sandbox.credentials[name]?.wallet !== undefined,
  )
  assert.deepEqual(withWallet, ['cielo', 'pagarme'])
})

const boletoBanks = {
  boleto: {
    open: (settings: unknown) => openBancoDoBrasil(Value.Parse(bancoDoBrasilSettings, settings)),
    // The bank has it in its own form. Inter has it in the text of the boleto.
    finalBeneficiary: { name: 'LOJA DEMONSTRACAO', document: '12ABC34501DE35' },
  },
  inter: {
    open: (settings: unknown) => openInter(Value.Parse(interSettings, settings)),
    finalBeneficiary: undefined,
  },
}

for (const [name, { open, finalBeneficiary }] of Object.entries(boletoBanks))
  test(`${name}: a digitable line is shown and paid once, with the bank reference`, async (t) => {
    const { sandbox, call } = await openSandbox(t)
    const bank = open(sandbox.credentials[name])
    t.after(() => bank.close())
    const today = localDate(new Date((await call('GET', '/clock')).body.now))
    const order = {
      sequence: 1,
      amount: cents(150_00),
      issueDate: today.toString(),
      dueDate: nextBusinessDay(today.add({ days: 10 })).toString(),
      payableDaysAfterDue: 30,
      documentNumber: 'PED-42',
      payer: { name: 'Maria da Conceição', document: '52998224725' },
      shop: { name: 'Loja Demonstração', document: '12ABC34501DE35' },
      instructions: [],
    }
    const outcome = await bank.register(order, timeLimit())
    assert(outcome.kind === 'registered', JSON.stringify(outcome))
    const { digitableLine: code } = outcome.boleto

    const bill = await call('GET', `/bills?code=${code}`)
    assert.deepEqual(
      [bill.body.method, bill.body.amount, bill.body.state],
      ['BOLETO', 150_00, 'payable'],
    )
    assert.deepEqual(bill.body.finalBeneficiary, finalBeneficiary)
    const paid = await call('POST', '/pay', { code })
    assert.deepEqual(
      [paid.status, paid.body.amount, paid.body.endToEndId],
      [200, 150_00, undefined],
    )
    assert.equal(typeof paid.body.bankReference, 'string')
    assert.equal((await bank.find(boletoReference(outcome.boleto), timeLimit())).kind, 'paid')
    assert.equal((await call('POST', '/pay', { code })).status, 422)
  })
