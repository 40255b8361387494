import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify, { type FastifyReply } from 'fastify'
import pg from 'pg'
import { CreateTransactionRequest } from '../contract/create-transaction.ts'
import type { Account } from '../src/accounts/account.ts'
import { digestOfKey } from '../src/accounts/account-directory.ts'
import { readConfig } from '../src/config.ts'
import { secretKeyFrom } from '../src/http/request/credentials.ts'
import { webhookBody } from '../src/journal/webhook-body.ts'
import { systemClock } from '../src/primitives/clock.ts'
import { derivedId, newId, randomBase62 } from '../src/primitives/id.ts'
import { openVault } from '../src/primitives/vault.ts'
import { openApiPix } from '../src/providers/api-pix/api-pix.ts'
import type { ApiPixSettings } from '../src/providers/api-pix/settings.ts'
import type { Order } from '../src/transactions/order.ts'
import { planTransaction } from '../src/transactions/plan-transaction.ts'
import type { Transaction } from '../src/transactions/transaction.ts'
import { renderTransaction } from '../src/transactions/transaction-wire.ts'
import { fingerprintOf, type HeldKey, openPlainStore } from './plain-store.ts'
import { recordAtOnce } from './tight-store.ts'

/*
 * The baselines: a PIX is created by plain code with Fastify and pg. The rules, provider, adapter,
 * tables and response are those of the gateway. It has no rate limit, no metrics, no feed of events
 * and no endpoints of webhooks.
 *
 * plain: one database transaction for each step.
 * tight: one statement for each request. The account is read once, and the id follows from the key.
 */
const isTight = process.argv[2] === 'tight'
const config = readConfig()
const vault = openVault(config.secrets)
const clock = systemClock()
const links = { baseUrl: 'http://127.0.0.1' }
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: config.poolSize })
const store = openPlainStore(pool)
const { credentials } = JSON.parse(await readFile(join(config.home, 'sandbox.json'), 'utf8')) as {
  credentials: { pix: ApiPixSettings }
}
const bank = openApiPix(credentials.pix)

const server = Fastify({ logger: { level: config.logLevel }, keepAliveTimeout: 75_000 })

server.post<{ Body: CreateTransactionRequest }>(
  '/api/user/transactions',
  { schema: { body: CreateTransactionRequest } },
  async (request, reply) => {
    const key = secretKeyFrom(request.headers.authorization)
    const account = key === undefined ? undefined : await accountOf(digestOfKey(vault, key))
    if (account?.status !== 'active') return reply.code(401).send({ error: 'unauthenticated' })
    const idempotencyKey = request.headers['idempotency-key']
    if (typeof idempotencyKey !== 'string')
      return reply.code(400).send({ error: 'Idempotency-Key is missing' })

    const at = clock.now()
    const held = {
      accountId: account.id,
      digest: vault.stableHmac('idempotency-key', idempotencyKey),
      fingerprint: fingerprintOf(request.body),
    }
    const id = isTight
      ? derivedId(`${account.id} ${held.digest.toString('hex')}`)
      : newId(at.getTime())
    if (!isTight && !(await store.holdKey(held, id))) return answerRepeat(reply, held)

    const draft = planTransaction(account, orderFrom(request.body), {
      id,
      secureId: randomBase62(24),
      at,
    })
    const charge = await bank.createCharge(
      {
        txid: id.replaceAll('-', ''),
        amount: draft.amount,
        expiresInSeconds: ((draft.expiresAt ?? at).getTime() - at.getTime()) / 1_000,
      },
      AbortSignal.timeout(20_000),
    )
    if (charge.kind !== 'created') return reply.code(502).send({ error: charge.kind })
    const transaction: Transaction = {
      ...draft,
      expiresAt: charge.expiresAt,
      pix: { txid: id.replaceAll('-', ''), emv: charge.emv },
    }

    const data = renderTransaction(transaction, links)
    const url = transaction.order.postbackUrl
    const payload = webhookBody({
      type: 'transaction',
      event: 'transaction.waiting_payment',
      objectId: id,
      url,
      sequence: 1,
      data,
    })
    const body = JSON.stringify({ status: 200, message: 'Transação criada.', data, error: null })
    const answer = { status: 200, body }
    if (isTight) {
      if (!(await recordAtOnce(pool, { held, transaction, payload, answer })))
        return answerRepeat(reply, held)
    } else {
      await store.insertTransaction(transaction)
      await store.insertEvent(transaction, payload)
      await store.keepAnswer(held, answer)
    }
    return reply.type('application/json').send(body)
  },
)

const accounts = new Map<string, Account>()

async function accountOf(digest: Buffer): Promise<Account | undefined> {
  const name = digest.toString('base64')
  const known = isTight ? accounts.get(name) : undefined
  if (known) return known
  const account = await store.accountOf(digest)
  if (account) accounts.set(name, account)
  return account
}

async function answerRepeat(reply: FastifyReply, held: HeldKey) {
  const known = await store.keptAnswer(held)
  if (!known?.fingerprint.equals(held.fingerprint))
    return reply.code(409).send({ error: 'key reused' })
  if (known.body === null) return reply.code(409).send({ error: 'in progress' })
  return reply
    .code(known.status ?? 200)
    .type('application/json')
    .send(known.body)
}

const url = await server.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ ready: { url } })

process.once('SIGTERM', async () => {
  await server.close()
  await Promise.all([bank.close(), pool.end()])
  process.exit(0)
})

/** The schema has checked it; absent values are null. */
function orderFrom(body: CreateTransactionRequest): Order {
  const { customer } = body
  return {
    amount: body.amount as Order['amount'],
    payment: { method: 'PIX', expiresInSeconds: body.pix?.expiresInSeconds },
    facts: {
      customer: customer
        ? {
            id: newId(clock.now().getTime()),
            name: customer.name ?? null,
            email: customer.email ?? null,
            phone: customer.phone ?? null,
            document: customer.document ?? null,
            externaRef: customer.externaRef ?? null,
            address: null,
          }
        : null,
      items: (body.items ?? []).map((item) => ({
        title: item.title ?? null,
        unitPrice: item.unitPrice ?? null,
        quantity: item.quantity ?? null,
        tangible: item.tangible ?? null,
        externalRef: item.externalRef ?? null,
      })),
      shipping: null,
      metadata: body.metadata ?? null,
      postbackUrl: body.postbackUrl ?? null,
      traceable: body.traceable ?? null,
      ip: body.ip ?? null,
      externalRef: body.externalRef ?? null,
    },
  }
}
