import type { FastifyInstance } from 'fastify'
import { isTxid } from '../../src/brazil/pix-ids.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import type { Batch, BatchItem } from './batch-store.ts'
import { families } from './charge-family.ts'
import { patchCharge, putCharge } from './charge-routes.ts'
import { type Call, handle } from './handle.ts'
import { readListQuery, renderParameters } from './list-query.ts'
import { problem } from './problem.ts'
import type { Psp } from './psp.ts'
import { requestedBatch, revisedBatch } from './schemas.ts'
import { bodyChecker } from './validate.ts'

/** `/lotecobv` and `/lotecobv/{id}`. */
export function addBatchRoutes(app: FastifyInstance, psp: Psp): void {
  const { bank } = psp
  const [one, read, write] = [bank.at('/lotecobv/:id'), 'lotecobv.read', 'lotecobv.write'] as const
  app.put(one, handle(psp, 'lotecobv.create', write, putBatch))
  app.patch(one, handle(psp, 'lotecobv.patch', write, patchBatch))
  app.get(one, handle(psp, 'lotecobv.get', read, getBatch))
  app.get(bank.at('/lotecobv'), handle(psp, 'lotecobv.list', read, listBatches))
}

/** The time until the charges of a batch exist. */
const processingMs = 2_000

const checkRequested = bodyChecker(requestedBatch, 'loteCobV')
const checkRevised = bodyChecker(revisedBatch, 'loteCobV')

function putBatch(psp: Psp, { path: { id = '' }, body }: Call): ApiResponse {
  const checked = checkRequested(body)
  if (!checked.ok) return problem('LoteCobVOperacaoInvalida', checked.violations)
  const { descricao, cobsv } = checked.value
  const txids = cobsv.map(({ txid }) => txid)
  if (!txids.every(isTxid) || new Set(txids).size < txids.length)
    return refused('O objeto loteCobV.cobsV não respeita o schema.')
  const known = psp.batches.find(id)
  const isFree = (txid: string) => !psp.charges.find(txid) && !psp.batches.itemOf(txid)
  if (!known && !txids.every(isFree))
    return refused(
      'A requisição tenta criar um conjunto de cobranças dentre as quais pelo menos uma cobrança já encontra-se criada.',
    )
  if (known && !isSameSet(txids, txidsOf(psp, known)))
    return refused(
      'A requisição não referencia exatamente as mesmas cobranças da requisição original que criou o lote.',
    )
  if (known) psp.batches.describe(known, descricao)
  const batch = known ?? psp.batches.add({ id, description: descricao, createdAt: psp.world.now() })
  return accept(psp, batch, cobsv)
}

function patchBatch(psp: Psp, { path: { id = '' }, body }: Call): ApiResponse {
  const batch = psp.batches.find(id)
  if (!batch) return problem('LoteCobVNaoEncontrado')
  const checked = checkRevised(body)
  if (!checked.ok) return problem('LoteCobVOperacaoInvalida', checked.violations)
  const { descricao, cobsv = [] } = checked.value
  const known = new Set(txidsOf(psp, batch))
  if (!cobsv.every(({ txid }) => known.has(txid)))
    return refused(
      'O array cobsv tem uma cobrança não existente no array da requisição original que criou o lote.',
    )
  if (descricao !== undefined) psp.batches.describe(batch, descricao)
  return accept(psp, batch, cobsv)
}

function accept(psp: Psp, batch: Batch, cobsv: readonly { readonly txid: string }[]): ApiResponse {
  const dueAt = new Date(psp.world.now().getTime() + processingMs)
  for (const { txid, ...request } of cobsv) psp.batches.queue(batch, txid, request, dueAt)
  return { status: 202, body: undefined, text: '', outcome: `accepted:${cobsv.length}` }
}

/** Creates and changes the charges of batches that are due. Returns how many there were. */
export function runDueBatches(psp: Psp): number {
  const now = psp.world.now()
  const due = psp.batches.due(now)
  for (const { txid, request } of due) {
    const call = { path: { txid }, body: request, visibleAt: now }
    const { status, body } = psp.charges.find(txid)
      ? patchCharge(psp, families.cobv, call)
      : putCharge(psp, families.cobv, call, true)
    if (status < 300) psp.batches.finish(txid, 'CRIADA', { at: now })
    else psp.batches.finish(txid, 'NEGADA', { problem: body })
  }
  return due.length
}

function getBatch(psp: Psp, { path: { id = '' } }: Call): ApiResponse {
  const batch = psp.batches.find(id)
  if (!batch) return problem('LoteCobVNaoEncontrado')
  return { status: 200, body: renderBatch(psp, batch), outcome: 'found' }
}

function listBatches(psp: Psp, { query }: Call): ApiResponse {
  const reading = readListQuery(query)
  if (!reading.ok) return problem('LoteCobVConsultaInvalida', reading.violations)
  const { from, to, page, pageSize } = reading.query
  const total = psp.batches.count({ from, to })
  const found = psp.batches.list({ from, to, limit: pageSize, offset: page * pageSize })
  const lotes = found.map((batch) => renderBatch(psp, batch))
  return {
    status: 200,
    body: { parametros: renderParameters(reading.query, total), lotes },
    outcome: `found:${total}`,
  }
}

/** `LoteCobVConsultado`. */
const renderBatch = (psp: Psp, batch: Batch) => ({
  id: batch.number,
  descricao: batch.description,
  criacao: batch.createdAt.toISOString(),
  cobsv: psp.batches.items(batch).map(renderItem),
})

const renderItem = ({ txid, status, problem, createdAt }: BatchItem) => ({
  txid,
  status,
  ...(problem !== undefined && { problema: problem }),
  ...(createdAt && { criacao: createdAt.toISOString() }),
})

const txidsOf = ({ batches }: Psp, batch: Batch): string[] =>
  batches.items(batch).map(({ txid }) => txid)

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each))

const refused = (razao: string): ApiResponse =>
  problem('LoteCobVOperacaoInvalida', [{ razao, propriedade: 'loteCobV.cobsV' }])
