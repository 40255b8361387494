import { readDocument } from '../../brazil/document.ts'
import { reaisFromCents } from '../../brazil/reais.ts'
import { readProblem } from '../http/bank-problem.ts'
import { fieldsOf, parse } from '../http/json-reader.ts'
import type {
  PixCharge,
  PixChargeOutcome,
  PixFinding,
  PixReceiver,
  PixRemoval,
} from '../ports/pix.ts'
import { bankOf } from './banks.ts'
import { openInfractionsPort } from './infractions.ts'
import { listCharges, listPayments } from './list-received.ts'
import { openReturnsPort } from './med-returns.ts'
import { readCreated, readFound } from './read-charge.ts'
import { readNotice } from './read-notice.ts'
import { findRefund, refund } from './refund.ts'
import { openSession, type Session } from './session.ts'
import { type ApiPixSettings, apiPixSettings, missingSettings } from './settings.ts'
import { openStatements } from './statements.ts'
import { troubleOf } from './trouble.ts'

export { apiPixSettings, missingSettings }

/** Any bank that implements version 2.9.0 of the API Pix of the Banco Central for receivers. */
export function openApiPix(settings: ApiPixSettings): PixReceiver & { close(): Promise<void> } {
  const session = openSession(settings)
  return {
    name: bankOf(settings.bank).name,
    ...(settings.receiverName !== undefined && {
      receiver: receiverIn(settings.receiverName, settings),
    }),
    disputes: settings.infractions
      ? openInfractionsPort(session, settings.infractions)
      : openReturnsPort(session),
    ...(settings.statement && { files: openStatements(session, settings) }),
    createCharge: (charge, signal) => createCharge(session, settings, charge, signal),
    findCharge: (txid, signal) => findCharge(session, txid, signal),
    removeCharge: (txid, signal) => removeCharge(session, txid, signal),
    refund: (order, signal) => refund(session, order, signal),
    findRefund: (endToEndId, refundId, signal) => findRefund(session, endToEndId, refundId, signal),
    listCharges: (period, signal) => listCharges(session, settings, period, signal),
    listPayments: (period, signal) => listPayments(session, period, signal),
    registerCallback: (url, signal) => registerCallback(session, settings, url, signal),
    readNotice,
    close: () => session.close(),
  }
}

const receiverIn = (name: string, { receiverDocument: document }: ApiPixSettings) => ({
  name,
  ...(document !== undefined && { document }),
})

export async function createCharge(
  session: Session,
  settings: ApiPixSettings,
  charge: PixCharge,
  signal: AbortSignal,
): Promise<PixChargeOutcome> {
  const answer = await session.call({
    method: 'PUT',
    path: pathOf(charge.txid),
    body: bodyFor(charge, settings),
    signal,
  })
  if (answer.kind === 'answered' && (answer.status === 201 || answer.status === 200)) {
    const created = readCreated(parse(answer.text), charge, settings)
    return (
      created ?? {
        kind: 'unavailable',
        cause: new Error('API Pix returned another charge than the requested one'),
      }
    )
  }
  const problem = readProblem(answer)
  // A denied access is about our credentials. It says nothing about this charge.
  if (!problem || problem.code === accessDenied)
    return { kind: 'unavailable', cause: troubleOf(answer) }
  if (problem.code !== 'CobOperacaoInvalida' && problem.status !== 409) return rejected(problem)

  // Many banks reject the repeat of a charge that they have. The charge of an earlier attempt of
  // ours may be the reason.
  const existing = await session.call({ method: 'GET', path: pathOf(charge.txid), signal })
  if (existing.kind === 'answered' && existing.status === 200) {
    return readCreated(parse(existing.text), charge, settings) ?? rejected(problem)
  }
  return readProblem(existing)
    ? rejected(problem)
    : { kind: 'unavailable', cause: troubleOf(existing) }
}

const accessDenied = 'AcessoNegado'

/** `CobSolicitada`. Fields in a fixed order: a repeat sends the same text. */
function bodyFor(
  { amount, expiresInSeconds, payer, message }: PixCharge,
  { chave }: ApiPixSettings,
) {
  const devedor = debtorFor(payer)
  return {
    calendario: { expiracao: expiresInSeconds },
    ...(devedor && { devedor }),
    valor: { original: reaisFromCents(amount) },
    chave,
    ...(message && { solicitacaoPagador: [...message].slice(0, 140).join('') }),
  }
}

/**
 * The debtor is optional. A debtor with wrong check digits or without a name would make the bank
 * reject the whole charge, so it is left out.
 */
function debtorFor(payer: PixCharge['payer']): Record<string, string> | undefined {
  if (!payer || payer.name.trim() === '') return undefined
  const reading = readDocument(payer.document)
  if (!reading.ok) return undefined
  const { type, number } = reading.document
  return { [type === 'CPF' ? 'cpf' : 'cnpj']: number, nome: payer.name.trim().slice(0, 200) }
}

async function findCharge(
  session: Session,
  txid: string,
  signal: AbortSignal,
): Promise<PixFinding> {
  const answer = await session.call({ method: 'GET', path: pathOf(txid), signal })
  if (answer.kind === 'answered' && answer.status === 200) {
    const found = readFound(parse(answer.text), txid)
    return (
      found ?? {
        kind: 'unknown',
        cause: new Error('API Pix answered a charge that cannot be read for certain'),
      }
    )
  }
  const problem = readProblem(answer)
  return problem && notFoundCodes.has(problem.code)
    ? { kind: 'not-found' }
    : { kind: 'unknown', cause: troubleOf(answer) }
}

/** Efí's has status 400. */
const notFoundCodes = new Set(['CobNaoEncontrado', 'NaoEncontrado', 'cobranca_nao_encontrada'])

async function removeCharge(
  session: Session,
  txid: string,
  signal: AbortSignal,
): Promise<PixRemoval> {
  const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
  const answer = await session.call({ method: 'PATCH', path: pathOf(txid), body, signal })
  if (answer.kind === 'answered' && answer.status === 200) {
    const { txid: answered, status } = fieldsOf(parse(answer.text))
    if (answered === txid && status === body.status) return { kind: 'removed' }
    return {
      kind: 'unknown',
      cause: new Error('API Pix answered another charge than the one removed'),
    }
  }
  if (!readProblem(answer)) return { kind: 'unknown', cause: troubleOf(answer) }

  // The charge is in a final state. The state decides whether money was received.
  const finding = await findCharge(session, txid, signal)
  if (finding.kind === 'found' && finding.payments.length > 0) return { kind: 'completed' }
  if (finding.kind === 'found' && finding.state === 'removed') return { kind: 'removed' }
  return { kind: 'unknown', cause: finding.kind === 'unknown' ? finding.cause : troubleOf(answer) }
}

async function registerCallback(
  session: Session,
  settings: ApiPixSettings,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const path = `/webhook/${encodeURIComponent(settings.chave)}`
  const answer = await session.call({
    method: 'PUT',
    path,
    // The secret in our address replaces the bank's certificate. The content of a notice is
    // confirmed by a query anyway.
    headers: bankOf(settings.bank).callbackHeaders ?? {},
    body: { webhookUrl: url },
    signal,
  })
  if (answer.kind === 'answered' && answer.status >= 200 && answer.status < 300) return
  const problem = readProblem(answer)
  if (problem)
    throw new Error(`API Pix refused the callback address: ${problem.code}: ${problem.message}`)
  throw new Error('API Pix did not take the callback address', { cause: troubleOf(answer) })
}

const pathOf = (txid: string): string => `/cob/${txid}`
const rejected = ({ code, message }: { code: string; message: string }): PixChargeOutcome => ({
  kind: 'rejected',
  code,
  message,
})
