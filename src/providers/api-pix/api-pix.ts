import { readCallback } from '../http/bank-callback.ts'
import { readProblem } from '../http/bank-problem.ts'
import type { PixReceiver } from '../ports/pix.ts'
import { bankOf } from './banks.ts'
import { openBatches, type PixBatches } from './batches.ts'
import { openCharges } from './charges.ts'
import { dueCharge } from './due-charge.ts'
import { immediateCharge } from './immediate-charge.ts'
import { openInfractionsPort } from './infractions.ts'
import { listPayments } from './list-received.ts'
import { openLocations, type PixLocations } from './locations.ts'
import { openReturnsPort } from './med-returns.ts'
import { readNotice } from './read-notice.ts'
import { findRefund, refund } from './refund.ts'
import { openSession, type Session } from './session.ts'
import {
  type ApiPixSettings,
  apiPixSettings,
  missingSettings,
  takesDueCharges,
} from './settings.ts'
import { openStatements } from './statements.ts'
import { troubleOf } from './trouble.ts'

export { apiPixSettings, missingSettings }

/** The bank, also with what the gateway does not use: locations of codes, and batches. */
export interface ApiPix extends PixReceiver {
  readonly locations: PixLocations
  readonly batches: PixBatches
  close(): Promise<void>
}

/** Any bank that implements version 2.9.0 of the API Pix of the Banco Central for receivers. */
export function openApiPix(settings: ApiPixSettings): ApiPix {
  const session = openSession(settings)
  return {
    name: bankOf(settings.bank).name,
    key: settings.chave,
    ...(settings.receiverName !== undefined && {
      receiver: receiverIn(settings.receiverName, settings),
    }),
    disputes: settings.infractions
      ? openInfractionsPort(session, settings.infractions)
      : openReturnsPort(session),
    ...(settings.statement && { files: openStatements(session, settings) }),
    ...openCharges(immediateCharge, session, settings),
    dueCharges: openCharges(dueCharge, session, settings),
    takesDueCharges: takesDueCharges(settings),
    locations: openLocations(session),
    batches: openBatches(session, settings),
    refund: (order, signal) => refund(session, order, signal),
    findRefund: (endToEndId, refundId, signal) => findRefund(session, endToEndId, refundId, signal),
    listPayments: (period, signal) => listPayments(session, period, signal),
    registerCallback: (url, signal) => registerCallback(session, settings, url, signal),
    findCallback: async (signal) =>
      readCallback(
        await session.call({ method: 'GET', path: callbackPath(settings), signal }),
        troubleOf,
      ),
    readNotice,
    close: () => session.close(),
  }
}

const receiverIn = (name: string, { receiverDocument: document }: ApiPixSettings) => ({
  name,
  ...(document !== undefined && { document }),
})

async function registerCallback(
  session: Session,
  settings: ApiPixSettings,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const answer = await session.call({
    method: 'PUT',
    path: callbackPath(settings),
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

const callbackPath = ({ chave }: ApiPixSettings): string => `/webhook/${encodeURIComponent(chave)}`
