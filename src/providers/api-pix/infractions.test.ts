import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openInfractionsPort } from './infractions.ts'
import type { Session } from './session.ts'

const day = 24 * 3_600_000
const endToEndId = 'E99999016202611201200abcdef12345'
const paidAt = Date.parse('2026-11-20T12:00:00Z')
const onDay = (days: number) => new Date(paidAt + days * day)

const devolucao = (id: string, natureza: string, valor: string, onDayReturned?: number) => ({
  ...{ id, rtrId: `D9999900820261121120000000000${id}`, natureza, valor },
  status: onDayReturned === undefined ? 'EM_PROCESSAMENTO' : 'DEVOLVIDO',
  horario: {
    solicitacao: onDay(1).toISOString(),
    ...(onDayReturned !== undefined && { liquidacao: onDay(onDayReturned).toISOString() }),
  },
})

/** A bank with one Pix of R$ 100.00 and one infraction of all of it, as they are on each day. */
function openBank() {
  const bank = {
    status: 'EM_DEFESA',
    changedAt: onDay(1),
    devolucoes: [] as object[],
    /** The claims that a poll of this day reports: it lists what changed in two days. */
    async poll(days: number) {
      const now = onDay(days)
      const since = new Date(now.getTime() - 2 * day)
      const listing = await port.list(since, AbortSignal.timeout(60_000), now)
      assert(listing.kind === 'listed' && listing.unread === undefined)
      return listing.claims.map(({ caseId, state }) => [caseId, state])
    },
  }
  const page = (items: object) => ({
    ...items,
    parametros: { paginacao: { quantidadeDePaginas: 1, quantidadeTotalDeItens: 1 } },
  })
  const pix = () => ({
    ...{ endToEndId, txid: 'a'.repeat(32), valor: '100.00', devolucoes: bank.devolucoes },
  })
  const infraction = () => ({
    ...{ idInfracao: 'i1', endToEndId, valor: '100.00', status: bank.status },
    dadosAnalise: { abertura: onDay(1).toISOString() },
    atualizadoEm: bank.changedAt.toISOString(),
  })
  const answer = (path: string) => {
    if (path.startsWith('/gn/infracoes')) return page({ infracoes: [infraction()] })
    return path.startsWith('/pix?') ? page({ pix: [pix()] }) : pix()
  }
  const call: Session['call'] = async ({ path }) => ({
    ...{ kind: 'answered', status: 200, headers: {}, text: JSON.stringify(answer(path)) },
  })
  const port = openInfractionsPort({ call } as Session, { contract: 'efi' })
  return bank
}

test('a return while an infraction is decided is reported with the decision', async () => {
  const bank = openBank()
  bank.devolucoes = [devolucao('001', 'MED_OPERACIONAL', '40.00', 1)]
  for (const days of [1, 4, 6]) assert.deepEqual(await bank.poll(days), [['i1', 'under-review']])
  Object.assign(bank, { status: 'REJEITADA', changedAt: onDay(7) })
  assert.deepEqual(await bank.poll(7.5), [
    ['i1', 'won'],
    ['D9999900820261121120000000000001', 'lost'],
  ])
  assert.deepEqual(await bank.poll(10), [])
})

test('an accepted infraction is lost when a refund of ours completes what it takes', async () => {
  const bank = openBank()
  const returned = devolucao('001', 'MED_FRAUDE', '60.00', 2)
  Object.assign(bank, { status: 'ACEITA', changedAt: onDay(2) })
  bank.devolucoes = [devolucao('000', 'ORIGINAL', '40.00'), returned]
  for (const days of [3, 6]) assert.deepEqual(await bank.poll(days), [['i1', 'under-review']])
  bank.devolucoes = [devolucao('000', 'ORIGINAL', '40.00', 6), returned]
  assert.deepEqual(await bank.poll(7), [['i1', 'lost']])
})
