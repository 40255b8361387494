import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeLimit } from '../../../test/kit/time-limit.ts'
import { cents } from '../../primitives/money.ts'
import { openCharges } from './charges.ts'
import { immediateCharge } from './immediate-charge.ts'
import type { Session } from './session.ts'
import type { ApiPixSettings } from './settings.ts'

const charge = { txid: 'a'.repeat(32), amount: cents(10_00), expiresInSeconds: 600 }
const settings = { chave: 'loja@exemplo.com.br' } as ApiPixSettings
const problem = (name: string) =>
  JSON.stringify({ type: `https://pix.bcb.gov.br/api/v2/error/${name}`, title: name, detail: name })

for (const [status, name, kind] of [
  [400, 'CobOperacaoInvalida', 'rejected'],
  [400, 'RequisicaoInvalida', 'rejected'],
  [403, 'AcessoNegado', 'unavailable'],
  [401, 'AcessoNegado', 'unavailable'],
] as const) {
  test(`a charge answered ${status} ${name} is ${kind}`, async () => {
    const session: Session = {
      call: async () => ({ kind: 'answered', status, headers: {}, text: problem(name) }),
      authorization: async () => '',
      refused() {},
      async close() {},
    }
    const { createCharge } = openCharges(immediateCharge, session, settings)
    assert.equal((await createCharge(charge, timeLimit())).kind, kind)
  })
}
