import { reaisFromCents } from '../../brazil/reais.ts'
import { readCallback } from '../http/bank-callback.ts'
import { type Problem, readProblem } from '../http/bank-problem.ts'
import { parse } from '../http/json-reader.ts'
import { isRejectedBeforeProcessing } from '../http/provider-client.ts'
import type {
  ListedPayout,
  Payout,
  PayoutFinding,
  PayoutListing,
  PayoutOutcome,
  PayoutToAccount,
  PayoutToKey,
  PixPayer,
} from '../ports/payout.ts'
import { accountTypes } from './account-types.ts'
import { causeOf, unknown } from './answer.ts'
import { findCode, type PayoutOfCode, paysCodes, refusalOfCode } from './codes.ts'
import { readAccepted, readFound, readIds, readPage } from './read-payout.ts'
import { refusal, unknownKey } from './refusal.ts'
import { openSession, type Session } from './session.ts'
import type { EfiSettings } from './settings.ts'
import { openStatements } from './statements.ts'

/** Sends PIX through Efí (docs/design/providers/efi.md). */
export function openEfi(settings: EfiSettings): PixPayer & { close(): Promise<void> } {
  const session = openSession(settings)
  const files = settings.statement ? openStatements(session, settings) : undefined
  return {
    name: 'Efí',
    ...(files && { files }),
    capabilities: { isIdempotent: true, paysHolderOnly: settings.sameOwner === true },
    ...(paysCodes(settings) && {
      codes: { isVerified: true, find: (code, signal) => findCode(session, code, signal) },
    }),
    send: (payout, signal) => send(session, settings, payout, signal),
    find: (payoutId, signal) => find(session, payoutId, signal),
    list: (period, signal) => list(session, period, signal),
    registerCallback: (url, signal) => registerCallback(session, settings, url, signal),
    findCallback: async (signal) =>
      readCallback(
        await session.ask({ method: 'GET', path: callbackPath(settings), signal }),
        causeOf,
      ),
    readNotice: readIds,
    async close() {
      await Promise.all([session.close(), files?.close()])
    },
  }
}

async function send(
  session: Session,
  settings: EfiSettings,
  payout: Payout,
  signal: AbortSignal,
): Promise<PayoutOutcome> {
  if (paysDynamicCode(payout)) {
    const refusal = await refusalOfCode(session, settings, { payout, signal })
    if (refusal) return refusal
  }
  const answer = await session.send({ method: 'PUT', ...requestOf(settings, payout), signal })
  if (answer.kind === 'not-sent') return { kind: 'not-sent', cause: answer.cause }
  if (answer.kind === 'answered' && (answer.status === 201 || answer.status === 200)) {
    const endToEndId = readAccepted(parse(answer.text), payout)
    return endToEndId === undefined ? unknown(answer) : { kind: 'accepted', endToEndId }
  }
  if (answer.kind === 'answered' && isRejectedBeforeProcessing(answer.status))
    return { kind: 'not-sent', cause: causeOf(answer) }
  const problem = readProblem(answer)
  // A duplicate exists, so it is queried and has not failed. A response without an error name of
  // Efí proves nothing.
  return problem && isRefusal(problem) ? { kind: 'refused', ...refusal(problem) } : unknown(answer)
}

const paysDynamicCode = (payout: Payout): payout is PayoutOfCode =>
  'key' in payout && payout.code?.isDynamic === true

function requestOf({ chave, sameOwner = false }: EfiSettings, payout: Payout) {
  const { payoutId, amount, message } = payout
  // Efí pays a static code as its key only, so the receiver finds its txid in the message.
  const info =
    message ?? ('key' in payout && !payout.code?.isDynamic ? payout.code?.txid : undefined)
  const pagador = { chave, ...(info && { infoPagador: info.slice(0, 140) }) }
  if (paysDynamicCode(payout))
    return {
      path: `/v2/gn/pix/${payoutId}/qrcode`,
      body: { pagador, pixCopiaECola: payout.code.text },
    }
  return {
    path: sameOwner ? `/v2/gn/pix/${payoutId}/mesma-titularidade` : `/v3/gn/pix/${payoutId}`,
    body: {
      valor: reaisFromCents(amount),
      pagador,
      favorecido: 'account' in payout ? accountOf(payout) : keyOf(payout),
    },
  }
}

const keyOf = ({ key, ownerDocument }: PayoutToKey) => ({
  chave: key.value,
  ...(ownerDocument && { [documentField(ownerDocument)]: ownerDocument }),
})

const accountOf = ({ account: { name, document, ...account } }: PayoutToAccount) => ({
  contaBanco: {
    nome: name,
    [documentField(document)]: document,
    codigoBanco: account.ispb,
    agencia: account.branch,
    conta: account.number,
    tipoConta: accountTypes[account.kind],
  },
})

/** The state of a payment. A proxy's page with status 404 is not a response of Efí. */
async function find(
  session: Session,
  payoutId: string,
  signal: AbortSignal,
): Promise<PayoutFinding> {
  const answer = await session.ask({
    method: 'GET',
    path: `/v2/gn/pix/enviados/id-envio/${payoutId}`,
    signal,
  })
  if (answer.kind === 'answered' && answer.status === 200)
    return readFound(parse(answer.text), payoutId) ?? unknown(answer)
  return readProblem(answer)?.status === 404 ? { kind: 'not-found' } : unknown(answer)
}

/** Every page of the list of the period. */
async function list(
  session: Session,
  { from, until }: { readonly from: Date; readonly until: Date },
  signal: AbortSignal,
): Promise<PayoutListing> {
  const payouts: ListedPayout[] = []
  for (let page = 0; page < maxPages; page += 1) {
    const query = new URLSearchParams({
      inicio: from.toISOString(),
      fim: until.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': '500',
      // Else an account is listed without its bank.
      exibirCodigoBanco: 'true',
    })
    const answer = await session.ask({
      method: 'GET',
      path: `/v2/gn/pix/enviados?${query}`,
      signal,
    })
    const read =
      answer.kind === 'answered' && answer.status === 200 ? readPage(parse(answer.text)) : undefined
    if (!read) return unknown(answer)
    payouts.push(...read.payouts.filter(({ requestedAt }) => requestedAt < until))
    if (page + 1 >= read.pages) return { kind: 'listed', payouts }
  }
  return { kind: 'unknown', cause: new Error(`Efí listed more than ${maxPages} pages`) }
}

const maxPages = 1_000

async function registerCallback(
  session: Session,
  settings: EfiSettings,
  webhookUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await session.ask({
    method: 'PUT',
    path: callbackPath(settings),
    // The secret in our address replaces Efí's certificate. The content of a notice is confirmed by
    // a query anyway.
    headers: { 'x-skip-mtls-checking': 'true' },
    body: { webhookUrl },
    signal,
  })
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) return
  throw new Error('Efí did not take the callback address', { cause: causeOf(answer) })
}

const callbackPath = ({ chave }: EfiSettings): string => `/v2/webhook/${encodeURIComponent(chave)}`

/** A receiver's key that does not exist is 404. Any other 404 is no response to a send. */
const isRefusal = ({ status, code }: Problem): boolean =>
  status === 400 || status === 422 || (status === 404 && code === unknownKey)

const documentField = (document: string): 'cpf' | 'cnpj' =>
  document.length === 11 ? 'cpf' : 'cnpj'
