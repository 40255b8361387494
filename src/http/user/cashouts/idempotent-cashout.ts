import type { CashoutWire } from '../../../../contract/cashout.ts'
import type { Cashout } from '../../../cashout/cashout.ts'
import { renderCashout } from '../../../cashout/cashout-wire.ts'
import { findCashout } from '../../../cashout/read-cashouts.ts'
import type { IdempotencyHandle } from '../../../idempotency/idempotency-handle.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import {
  type AccountRequest,
  type EnvelopeText,
  envelope,
  type Message,
  type RequestContext,
} from '../../request/endpoint.ts'

/** Runs an operation on one cashout, once for each Idempotency-Key, if there is one. Never 201. */
export async function idempotentCashout(
  { app, withIdempotency: once }: RequestContext,
  request: AccountRequest,
  {
    message,
    run,
  }: { message: Message; run(idempotency?: IdempotencyHandle<Cashout>): Promise<Cashout> },
): Promise<EnvelopeText<CashoutWire>> {
  const { holder, language, method, path, body, idempotencyKey } = request
  const render = (cashout: Cashout) => ({
    status: 200,
    body: envelope({ message, data: renderCashout(cashout, app.links) }, language),
  })
  if (idempotencyKey === undefined) return render(await run())

  const keyedRequest = { accountId: holder.account.id, key: idempotencyKey, method, path, body }
  const { replayed, ...answer } = await once(keyedRequest, {
    kind: 'carried',
    run,
    render,
    objectIdOf: ({ id }) => id,
    // One change holds both key and money: a rejection leaves the key free.
    renderRejection: () => undefined,
    async recover(id) {
      const cashout = await findCashout(app, holder.account.id, id)
      if (!cashout) throw new Rejection('not-found')
      return cashout
    },
  })
  return { ...answer, headers: replayed ? { 'Idempotent-Replayed': 'true' } : {} }
}
