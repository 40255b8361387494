import { sign } from 'node:crypto'
import { newReturnId } from '../../src/brazil/pix-ids.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import { notice, openAgenda } from '../agenda/agenda.ts'
import { type Due, openDueStore } from '../agenda/due-store.ts'
import { openPoster } from '../agenda/poster.ts'
import { openAuthority } from '../authority.ts'
import type { EfiWork } from '../efi/bank.ts'
import type { EfiOptions } from '../efi/start-efi.ts'
import { openHttpsServer, portOf, useReplies } from '../kit/https-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import type { Simulator, World } from '../world.ts'
import { openAccountStore } from './account-store.ts'
import type { Bank } from './bank.ts'
import { addControl } from './control-routes.ts'
import { openPaymentStore, type SentPayment } from './payment-store.ts'
import { renderNotice } from './render.ts'
import { addRoutes, operations } from './routes.ts'

/** A second bank that sends PIX: Woovi's contract (docs/design/providers/woovi.md). */
export async function startWoovi(world: World, { host, port }: EfiOptions): Promise<Simulator> {
  const authority = await openAuthority(world.home)
  const poster = openPoster(authority.certificate)
  const account = openAccountStore(world.db)
  const payments = openPaymentStore(world.db)
  const agenda = openAgenda<EfiWork>(world, {
    provider: 'woovi',
    dues: openDueStore<EfiWork>(world.db, 'woovi'),
    act: (correlationId, work) => act({ world, account, payments }, correlationId, work),
    async send(correlationId, { what }) {
      const payment = payments.find(correlationId)
      const webhooks = payments.webhooks().filter((each) => each.isActive && each.event === what)
      if (!payment || webhooks.length === 0) return undefined
      const body = renderNotice(what, payment, payments.returnsOf(correlationId))
      const signed = sign('sha256', Buffer.from(JSON.stringify(body)), account.signingKey())
      const sent = await Promise.all(
        webhooks.map(({ url, authorization }) => {
          const headers = { 'x-webhook-signature': signed.toString('base64'), authorization }
          return poster.post(url, headers, body)
        }),
      )
      return sent.every(Boolean)
    },
    referenceOf: (correlationId) => correlationId,
    retries: 7,
    betweenTriesMs: 5 * 60_000,
  })
  const bank: Bank = { world, account, payments, agenda }

  const api = openHttpsServer(await authority.server('woovi'), { maxParamLength: 200 })
  acceptEmptyJson(api)
  useReplies(api, {
    notFound: (reply) => reply.code(404).send({ message: 'Not Found' }),
    unreadable: (reply) => reply.code(400).send({ error: 'O corpo não é um JSON válido' }),
    failed: (reply) => reply.code(500).send({ message: 'Internal Server Error' }),
  })
  addRoutes(api, bank)
  await api.listen({ host, port })
  const url = `https://${host}:${portOf(api)}`

  return {
    name: 'woovi',
    url,
    operations,
    credentials: {
      baseUrl: url,
      appId: account.appId,
      keyCheck: true,
      ownerQueriesPerDay: 8,
      ca: authority.certificate,
      statement: true,
    },
    runDue: () => agenda.runDue(),
    addRoutes: (control) => addControl(control, bank),
    async stop() {
      await api.close()
      await poster.stop()
    },
  }
}

/** The receiver of a dynamic code gets the money, unless its charge is over by now. */
function arrives(world: World, { receiver, amount, transaction }: SentPayment): boolean {
  const { code } = receiver
  if (code === undefined || !world.codes.find(code) || !transaction) return true
  return world.codes.pay(code, { amount, endToEndId: transaction.endToEndId })?.paid === true
}

/** Does the due work on a payment. Each change is notified. */
function act(
  { world, account, payments }: Omit<Bank, 'agenda'>,
  correlationId: string,
  work: EfiWork,
): readonly Due<EfiWork>[] {
  const now = world.now()
  const payment = payments.find(correlationId)
  if (!payment) return []
  if (work.kind === 'decide') {
    if (payment.status !== 'APPROVED') return []
    const isPaid = work.end === 'REALIZADO' && arrives(world, payment)
    const rejection =
      isPaid || !payment.transaction ? null : 'AB03 - Liquidação Abortada por Timeout'
    if (!payments.decide(correlationId, isPaid ? 'CONFIRMED' : 'FAILED', rejection)) return []
    if (!isPaid) account.move(payment.amount)
    const event = `OPENPIX:MOVEMENT_${isPaid ? 'CONFIRMED' : 'FAILED'}`
    return [notice(correlationId, event, now.getTime())]
  }
  const returned = payments.returnsOf(correlationId).reduce((sum, { amount }) => sum + amount, 0)
  if (payment.status !== 'CONFIRMED' || returned + work.amount > payment.amount) return []
  const endToEndId = newReturnId({ ispb: '99999016', at: now, random: randomBase62(11) })
  payments.addReturn({ endToEndId, correlationId, amount: work.amount, at: now })
  account.move(work.amount)
  return [notice(correlationId, 'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED', now.getTime())]
}
