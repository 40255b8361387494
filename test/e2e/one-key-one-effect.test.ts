import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { noRestriction } from '../../src/accounts/key-restriction.ts'
import { previewChange } from '../../src/accounts/open-account.ts'
import { requestApproval } from '../../src/approvals/request-approval.ts'
import { operatorScope } from '../../src/audit-log/audit-entry.ts'
import { cashoutStop, stopAllCashouts } from '../../src/books-audit/cashout-stop-store.ts'
import { openCase } from '../../src/cases/open-case.ts'
import { routes } from '../../src/http/routes.ts'
import { bareId, randomBase62, randomId } from '../../src/primitives/id.ts'
import { startApi } from '../kit/api-process.ts'
import { askCashout, earn } from '../kit/cashout.ts'
import { newLink, newSession } from '../kit/checkout.ts'
import {
  domainsPath,
  type SeenDomain,
  sessionPath,
  validationUrl,
  verifiedDomain,
} from '../kit/device-pay.ts'
import { basic, openDispute, paidPix, pdf, soldByCard } from '../kit/dispute.ts'
import { openWorld, type World } from '../kit/gateway.ts'
import { asBrowser, filledForm, openPage } from '../kit/payer.ts'
import { newPerson, openBrowser, password } from '../kit/person.ts'
import type { Shop } from '../kit/shop.ts'
import { openSites, plainText, type Sites } from '../kit/sites.ts'
import { timeLimit, until } from '../kit/time-limit.ts'

const hostnames = ['loja.localhost', 'nova.localhost', 'outra.localhost']
let sites: Sites
let world: World
let other: { readonly child: ChildProcess; readonly baseUrl: string }
before(async () => {
  sites = await openSites(hostnames)
  world = await openWorld(sites.env, { readsFiles: true })
  other = await startApi(world, { env: sites.env })
  const shop = await world.openShop()
  await shop.control(
    'PUT',
    '/hosts',
    Object.fromEntries(hostnames.map((name) => [name, sites.address])),
  )
})
after(async () => {
  other.child.kill('SIGTERM')
  await once(other.child, 'exit')
  await world.close()
  await sites.close()
})

/** One POST, ready to be sent, and how often it took effect. */
interface Post {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: object | Buffer
  /** Absent: it makes nothing, so there is nothing to count. */
  effects?(): Promise<number>
}

interface Story {
  /** As `routes.ts` names it. */
  readonly route: string
  readonly what?: string
  /** Why each request may have its own response. Absent: one response, replayed. */
  readonly natural?: string
  make(): Promise<Post>
}

const json = { 'content-type': 'application/json' }
const asShop = (shop: Shop) => ({ ...json, authorization: basic(shop.secretKey) })
const asOperator = () => ({ ...json, authorization: `Bearer ${world.adminToken}` })

const transactions = '/api/user/transactions'
const customer = { name: 'Ana Teste', document: { number: '11144477735', type: 'CPF' } }
const card = {
  number: '4024007153760011',
  holderName: 'ANA',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}
/** Different amounts distinguish the calls at a provider. */
let lastAmount = 50_00
const newAmount = () => (lastAmount += 1_00)

const counted = (rows: readonly { readonly n: number }[]) => rows[0]?.n ?? 0
const eventsOf = async (accountId: string, type: string) =>
  counted(
    await world.app.sql<{ n: number }[]>`
      select count(*)::int as n from events where account_id = ${accountId} and type = ${type}`,
  )
/** Rows of a table that belong to an account. */
const rowsOf = async (table: string, accountId: string) =>
  counted(
    await world.app.sql<{ n: number }[]>`
      select count(*)::int as n from ${world.app.sql(table)} where account_id = ${accountId}`,
  )

/** The form of a checkout page, filled in to pay by PIX. */
async function formPost(shop: Shop, url: string): Promise<Post> {
  const { action, body } = filledForm(await openPage(url), { method: 'PIX' })
  return {
    path: new URL(action).pathname,
    headers: { ...asBrowser, 'content-type': 'application/x-www-form-urlencoded' },
    body: Buffer.from(body.toString()),
    effects: () => rowsOf('transactions', shop.accountId),
  }
}

async function sale(
  order: object,
  effects: (shop: Shop, amount: number) => Promise<number>,
): Promise<Post> {
  const shop = await world.openShop()
  const amount = newAmount()
  const body = { amount, customer, ...order }
  return { path: transactions, headers: asShop(shop), body, effects: () => effects(shop, amount) }
}

/** A shop with an endpoint that received the event of a sale. */
async function reported() {
  const shop = await world.openShop()
  const path = `/${randomBase62(12)}`
  const { body } = await shop.call<{ id: string }>('POST', '/api/user/webhooks/endpoints', {
    url: `${world.receiver.url}${path}`,
    events: ['transaction.waiting_payment'],
  })
  const { id: objectId } = await shop.sell({
    paymentMethod: 'PIX',
    amount: 10_00,
    postbackUrl: null,
  })
  const received = () => world.receiver.all.filter((each) => each.path === path).length
  type Delivery = { readonly id: string; readonly eventId: string; readonly state: string }
  const deliveries = async () =>
    (await shop.call<Delivery[]>('GET', `/api/user/webhooks/deliveries?objectId=${objectId}`)).body
      .data
  const settled = async () => (await deliveries()).every(({ state }) => state === 'delivered')
  await until('the event is delivered', async () => received() === 1 && (await settled()))
  const [delivery] = await deliveries()
  assert(delivery)
  const again = async () => {
    await until('delivered again', async () => received() > 1 && (await settled()))
    return received() - 1
  }
  return { shop, endpointId: body.data.id, delivery, again }
}

async function withDispute() {
  const shop = await world.openShop()
  const { id } = await openDispute(shop, await soldByCard(shop, newAmount()))
  return { shop, id }
}

/** A shop whose cashout waits for a person. */
async function withWaitingCashout() {
  const shop = await world.openShop()
  await earn(shop, 100_00)
  await world.app.sql`
    update accounts
    set
      settings = jsonb_set(
        settings,
        '{cashout}',
        coalesce(settings -> 'cashout', '{}') || '{"approval": {"above": 0, "by": "person"}}'
      ),
      version = version + 1
    where id = ${shop.accountId}`
  world.app.accounts.refresh()
  await until('the rule works', async () => {
    const { body } = await askCashout(shop, { amount: 1_00, confirmDuplicate: true })
    return (body.data as unknown as { approval?: { state: string } }).approval?.state === 'waiting'
  })
  const { body } = await askCashout(shop, { amount: 10_00 })
  return { shop, id: body.data.id }
}

const secretsOf = async (accountId: string, endpointId: string | null = null) =>
  counted(
    await world.app.sql<{ n: number }[]>`
      select count(*)::int as n
      from webhook_secrets
      where account_id = ${accountId}
        and webhook_endpoint_id is not distinct from ${endpointId}::uuid`,
  )

/** The headers of a person who is signed in and has just shown the second factor. */
async function asPerson(role: string, accountId: string | null = null) {
  const { email, personId } = await newPerson(world.app, { accountId, role })
  const browser = openBrowser(world.baseUrl)
  await browser.post('/api/auth/sign-in', { email, password })
  const { data } = await browser.post('/api/auth/totp')
  await browser.post('/api/auth/totp/confirm', { code: browser.code(data.secret) })
  const headers = { ...json, cookie: browser.cookie(), 'sec-fetch-site': 'same-origin' }
  return { headers, personId }
}

/** A key of an account that waits for a second person of it. */
async function withKeyRequest(
  accountId: string,
  requestedBy: { readonly id: string; readonly name: string },
): Promise<string> {
  const key = { kind: 'secret' as const, name: 'Saques', restriction: noRestriction }
  const { id } = await requestApproval(world.app, {
    ...{ accountId, action: 'key.create', permission: 'approvals:decide', reason: null },
    ...{ subject: { type: 'account', id: accountId }, before: {}, after: {} },
    payload: { accountId, ...key },
    requestedBy: { kind: 'person', ...requestedBy },
  })
  return id
}

/** A change of an account that waits for a second person. */
async function withApproval(requestedBy: { readonly id: string; readonly name: string }) {
  const { accountId } = await world.openShop()
  const payload = { accountId, changes: { limits: { maxAmount: 123_45 } } }
  const { before, after } = await previewChange(world.app, accountId, payload.changes)
  const { id } = await requestApproval(world.app, {
    ...{ accountId: operatorScope, action: 'account.change', permission: 'accounts:write' },
    ...{ subject: { type: 'account', id: accountId }, before, after, reason: null, payload },
    requestedBy: { kind: 'person', ...requestedBy },
  })
  return { id, accountId }
}

/** How many entries of the audit log have an action and an object. */
const entriesOf = async (action: string, objectId: string) =>
  counted(
    await world.app.sql<{ n: number }[]>`
      select count(*)::int as n from audit_entries
      where content::jsonb ->> 'action' = ${action}
        and content::jsonb -> 'object' ->> 'id' = ${objectId}`,
  )

/** How many invitations an address has. */
const invitationsOf = async (email: string) =>
  counted(
    await world.app.sql<{ n: number }[]>`
      select count(*)::int as n from people.invitations where email = ${email}`,
  )

const stories: readonly Story[] = [
  {
    route: '/api/user/people/invitations',
    async make() {
      const { accountId } = await world.openShop()
      const { headers } = await asPerson('owner', accountId)
      const email = `${randomBase62(8).toLowerCase()}@exemplo.com.br`
      return {
        path: '/api/user/people/invitations',
        headers,
        body: { email, role: 'support' },
        effects: () => invitationsOf(email),
      }
    },
  },
  {
    route: '/api/admin/accounts/:id/people/invitations',
    async make() {
      const { accountId } = await world.openShop()
      const email = `${randomBase62(8).toLowerCase()}@exemplo.com.br`
      return {
        path: `/api/admin/accounts/${accountId}/people/invitations`,
        headers: asOperator(),
        body: { email, role: 'support' },
        effects: () => invitationsOf(email),
      }
    },
  },
  {
    route: '/api/user/roles',
    async make() {
      const { accountId } = await world.openShop()
      const { headers } = await asPerson('owner', accountId)
      return {
        path: '/api/user/roles',
        headers,
        body: { name: 'Gerente', permissions: ['wallet:read'] },
        effects: async () =>
          counted(
            await world.app.sql<{ n: number }[]>`
              select count(*)::int as n from people.account_roles where account_id = ${accountId}`,
          ),
      }
    },
  },
  {
    route: '/api/admin/people/invitations',
    async make() {
      const email = `${randomBase62(8).toLowerCase()}@exemplo.com.br`
      return {
        path: '/api/admin/people/invitations',
        headers: asOperator(),
        body: { email, role: 'auditor' },
        effects: () => invitationsOf(email),
      }
    },
  },
  {
    route: '/api/admin/people/:id/suspension',
    natural: 'suspending twice is the same as once',
    async make() {
      await newPerson(world.app, { accountId: null, role: 'admin' })
      const { personId } = await newPerson(world.app, { accountId: null, role: 'auditor' })
      return { path: `/api/admin/people/${personId}/suspension`, headers: asOperator() }
    },
  },
  {
    route: '/api/user/keys',
    async make() {
      const { accountId } = await world.openShop()
      const { headers } = await asPerson('owner', accountId)
      const before = await rowsOf('api_keys', accountId)
      const effects = async () => (await rowsOf('api_keys', accountId)) - before
      return { path: '/api/user/keys', headers, body: { kind: 'secret', name: 'loja' }, effects }
    },
  },
  {
    route: '/api/user/keys/:id/rotate',
    async make() {
      const { accountId } = await world.openShop()
      const { headers } = await asPerson('owner', accountId)
      const [key] = await world.app.sql<
        { id: string }[]
      >`select id from api_keys where account_id = ${accountId}`
      const before = await rowsOf('api_keys', accountId)
      const effects = async () => (await rowsOf('api_keys', accountId)) - before
      return { path: `/api/user/keys/${key?.id}/rotate`, headers, body: {}, effects }
    },
  },
  ...(
    [
      ['approve', 'cashout.approved'],
      ['deny', 'cashout.canceled'],
    ] as const
  ).map(
    ([decision, event]): Story => ({
      route: `/api/user/cashout/:id/${decision}`,
      async make() {
        const { shop, id } = await withWaitingCashout()
        const { headers } = await asPerson('finance', shop.accountId)
        const effects = () => eventsOf(shop.accountId, event)
        return { path: `/api/user/cashout/${id}/${decision}`, headers, body: {}, effects }
      },
    }),
  ),
  ...(
    [
      ['approve', 'approval.approved'],
      ['reject', 'approval.rejected'],
    ] as const
  ).map(
    ([decision, action]): Story => ({
      route: `/api/admin/approvals/:id/${decision}`,
      async make() {
        const { id } = await withApproval({ id: randomId(), name: 'Outra pessoa' })
        const { headers } = await asPerson('admin')
        const effects = () => entriesOf(action, id)
        return { path: `/api/admin/approvals/${id}/${decision}`, headers, body: {}, effects }
      },
    }),
  ),
  {
    route: '/api/admin/approvals/:id/withdraw',
    async make() {
      const { headers, personId } = await asPerson('admin')
      const { id } = await withApproval({ id: personId, name: 'Ana' })
      const effects = () => entriesOf('approval.withdrawn', id)
      return { path: `/api/admin/approvals/${id}/withdraw`, headers, body: {}, effects }
    },
  },
  {
    route: '/api/admin/approvals/:id/result',
    async make() {
      const { headers, personId } = await asPerson('admin')
      const { id } = await withApproval({ id: personId, name: 'Ana' })
      return { path: `/api/admin/approvals/${id}/result`, headers, body: {} }
    },
  },
  ...(
    [
      ['approve', 'approval.approved', 'Outra pessoa'],
      ['reject', 'approval.rejected', 'Outra pessoa'],
      ['withdraw', 'approval.withdrawn', undefined],
      ['result', undefined, undefined],
    ] as const
  ).map(
    ([step, action, other]): Story => ({
      route: `/api/user/approvals/:id/${step}`,
      async make() {
        const { accountId } = await world.openShop()
        const { headers, personId } = await asPerson('owner', accountId)
        const by =
          other === undefined ? { id: personId, name: 'Ana' } : { id: randomId(), name: other }
        const id = await withKeyRequest(accountId, by)
        return {
          ...{ path: `/api/user/approvals/${id}/${step}`, headers, body: {} },
          ...(action && { effects: () => entriesOf(action, id) }),
        }
      },
    }),
  ),
  {
    ...{ route: transactions, what: 'PIX' },
    make: () => sale({ paymentMethod: 'PIX' }, (shop) => rowsOf('transactions', shop.accountId)),
  },
  {
    ...{ route: transactions, what: 'boleto' },
    make: () =>
      sale(
        { paymentMethod: 'BOLETO' },
        async (shop, amount) =>
          (await shop.calls({ provider: 'boleto', operation: 'register', amount })).length,
      ),
  },
  {
    ...{ route: transactions, what: 'card' },
    make: () =>
      sale(
        { paymentMethod: 'CREDIT_CARD', card },
        async (shop, amount) =>
          (await shop.calls({ provider: 'cielo', operation: 'sale', amount })).length,
      ),
  },
  {
    route: '/api/user/transactions/:id/refund',
    async make() {
      const shop = await world.openShop()
      const { id } = await paidPix(shop, 30_00)
      const body = { amount: 20_00 }
      const effects = async () => ((await shop.find(id)).refunds as unknown[]).length
      return { path: `${transactions}/${id}/refund`, headers: asShop(shop), body, effects }
    },
  },
  {
    route: '/api/user/transactions/:id/cancel',
    async make() {
      const shop = await world.openShop()
      const { id } = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
      const effects = () => eventsOf(shop.accountId, 'transaction.canceled')
      return { path: `${transactions}/${id}/cancel`, headers: asShop(shop), body: {}, effects }
    },
  },
  {
    route: '/api/user/transactions/:id/capture',
    async make() {
      const shop = await world.openShop()
      const amount = newAmount()
      const { id } = await shop.sell({
        paymentMethod: 'CREDIT_CARD',
        amount,
        customer,
        card,
        capture: false,
      })
      const effects = async () =>
        (await shop.calls({ provider: 'cielo', operation: 'capture', amount })).length
      return { path: `${transactions}/${id}/capture`, headers: asShop(shop), body: {}, effects }
    },
  },
  {
    route: '/api/user/quotes',
    natural: 'nothing is made',
    async make() {
      const body = { amount: 10_00, paymentMethod: 'PIX' }
      return { path: '/api/user/quotes', headers: asShop(await world.openShop()), body }
    },
  },
  {
    route: '/api/user/cashout/receiver',
    natural: 'nothing is made',
    async make() {
      const body = { pixKey: 'fulano@exemplo.com.br' }
      return { path: '/api/user/cashout/receiver', headers: asShop(await world.openShop()), body }
    },
  },
  {
    route: '/api/user/views',
    async make() {
      const shop = await world.openShop()
      return {
        path: '/api/user/views',
        headers: asShop(shop),
        body: { page: 'transactions', name: 'Pagas', query: 'status=PAID' },
        effects: () => rowsOf('saved_views', shop.accountId),
      }
    },
  },
  {
    route: '/api/user/payment-links',
    async make() {
      const shop = await world.openShop()
      return {
        path: '/api/user/payment-links',
        headers: asShop(shop),
        body: { title: 'Curso', amount: newAmount() },
        effects: () => rowsOf('payment_links', shop.accountId),
      }
    },
  },
  {
    route: '/api/user/checkout-sessions',
    async make() {
      const shop = await world.openShop()
      return {
        path: '/api/user/checkout-sessions',
        headers: asShop(shop),
        body: { amount: newAmount() },
        effects: () => rowsOf('checkout_sessions', shop.accountId),
      }
    },
  },
  {
    route: '/api/user/checkout-sessions/:id/expire',
    async make() {
      const shop = await world.openShop()
      const { id } = await newSession(shop)
      return {
        path: `/api/user/checkout-sessions/${id}/expire`,
        headers: asShop(shop),
        body: {},
        effects: () => eventsOf(shop.accountId, 'checkout_session.expired'),
      }
    },
  },
  {
    route: '/l/:slug',
    natural: 'the attempt of the form is its key',
    async make() {
      const shop = await world.openShop()
      return formPost(shop, (await newLink(shop)).url)
    },
  },
  {
    route: '/checkout/:token',
    natural: 'the attempt of the form is its key',
    async make() {
      const shop = await world.openShop()
      return formPost(shop, (await newSession(shop)).url)
    },
  },
  {
    route: '/api/user/transactions/:id/refund/quote',
    natural: 'nothing is made',
    async make() {
      const shop = await world.openShop()
      const { id, pix } = await shop.sell({ paymentMethod: 'PIX', amount: 20_00 })
      await shop.pay(pix?.qrcode ?? '')
      await shop.webhooks(id, 2)
      const body = { amount: 10_00 }
      return { path: `${transactions}/${id}/refund/quote`, headers: asShop(shop), body }
    },
  },
  {
    route: '/api/user/chargebacks/:id/answer',
    async make() {
      const { shop, id } = await withDispute()
      const body = { decision: 'contest', text: 'Entregue no dia 12.' }
      const effects = () => eventsOf(shop.accountId, 'transaction.dispute_answered')
      return { path: `/api/user/chargebacks/${id}/answer`, headers: asShop(shop), body, effects }
    },
  },
  {
    route: '/api/user/chargebacks/:id/evidence',
    async make() {
      const { shop, id } = await withDispute()
      const headers = { ...asShop(shop), 'content-type': 'application/pdf' }
      const effects = () => rowsOf('dispute_evidence', shop.accountId)
      return {
        path: `/api/user/chargebacks/${id}/evidence?name=recibo.pdf`,
        headers,
        body: pdf(),
        effects,
      }
    },
  },
  {
    route: '/api/user/cashout',
    async make() {
      const shop = await world.openShop()
      await earn(shop, 100_00)
      const body = { pixKey: 'fulano@exemplo.com.br', pixType: 'EMAIL', amount: 10_00 }
      const effects = () => rowsOf('cashouts', shop.accountId)
      return { path: '/api/user/cashout', headers: asShop(shop), body, effects }
    },
  },
  {
    route: '/api/user/cashout',
    what: 'a code',
    async make() {
      const shop = await world.openShop()
      await earn(shop, 100_00)
      const { pix } = await (await world.openShop()).sell({ paymentMethod: 'PIX', amount: 10_00 })
      const body = { qrcode: pix?.qrcode, amount: 10_00 }
      const effects = () => rowsOf('cashouts', shop.accountId)
      return { path: '/api/user/cashout', headers: asShop(shop), body, effects }
    },
  },
  {
    route: '/api/user/cashout/:id/cancel',
    async make() {
      const { shop, id } = await withWaitingCashout()
      const effects = () => eventsOf(shop.accountId, 'cashout.canceled')
      return { path: `/api/user/cashout/${id}/cancel`, headers: asShop(shop), body: {}, effects }
    },
  },
  {
    route: domainsPath,
    async make() {
      const shop = await world.openShop()
      const effects = () => rowsOf('domains', shop.accountId)
      return {
        path: domainsPath,
        headers: asShop(shop),
        body: { domain: 'nova.localhost' },
        effects,
      }
    },
  },
  {
    route: '/api/user/device-pay/domains/:id/validate',
    async make() {
      const shop = await world.openShop()
      const { body } = await shop.call<SeenDomain>('POST', domainsPath, {
        domain: 'outra.localhost',
      })
      sites.set('outra.localhost', plainText(body.data.verificationFile?.content ?? ''))
      const effects = () => eventsOf(shop.accountId, 'device_pay_domain.verified')
      return {
        path: `${domainsPath}/${body.data.id}/validate`,
        headers: asShop(shop),
        body: {},
        effects,
      }
    },
  },
  {
    route: '/api/user/events/:id/resend',
    async make() {
      const { shop, delivery, again } = await reported()
      return {
        path: `/api/user/events/${delivery.eventId}/resend`,
        headers: asShop(shop),
        body: {},
        effects: again,
      }
    },
  },
  {
    route: '/api/user/webhooks/endpoints',
    async make() {
      const shop = await world.openShop()
      const effects = () => rowsOf('webhook_endpoints', shop.accountId)
      const body = { url: `${world.receiver.url}/once` }
      return { path: '/api/user/webhooks/endpoints', headers: asShop(shop), body, effects }
    },
  },
  {
    route: '/api/user/webhooks/endpoints/:id/ping',
    async make() {
      const { shop, endpointId, again } = await reported()
      return {
        path: `/api/user/webhooks/endpoints/${endpointId}/ping`,
        headers: asShop(shop),
        body: {},
        effects: again,
      }
    },
  },
  {
    route: '/api/user/webhooks/endpoints/:id/secret/rotate',
    async make() {
      const { shop, endpointId } = await reported()
      const effects = async () => (await secretsOf(shop.accountId, endpointId)) - 1
      const path = `/api/user/webhooks/endpoints/${endpointId}/secret/rotate`
      return { path, headers: asShop(shop), body: {}, effects }
    },
  },
  {
    route: '/api/user/webhooks/deliveries/:id/redeliver',
    async make() {
      const { shop, delivery, again } = await reported()
      const path = `/api/user/webhooks/deliveries/${delivery.id}/redeliver`
      return { path, headers: asShop(shop), body: {}, effects: again }
    },
  },
  {
    route: '/api/user/webhooks/redeliveries',
    async make() {
      const { shop, endpointId, again } = await reported()
      return {
        path: '/api/user/webhooks/redeliveries',
        headers: asShop(shop),
        body: { endpointId },
        effects: again,
      }
    },
  },
  {
    route: '/api/user/webhooks/secret/rotate',
    async make() {
      const shop = await world.openShop()
      const effects = async () => (await secretsOf(shop.accountId)) - 1
      return { path: '/api/user/webhooks/secret/rotate', headers: asShop(shop), body: {}, effects }
    },
  },
  {
    route: '/api/public/cards/tokens',
    natural: 'nothing is kept: a token is made of the card itself',
    async make() {
      const { publicKey } = await world.openShop()
      return {
        path: '/api/public/cards/tokens',
        headers: { ...json, 'x-public-key': publicKey },
        body: card,
      }
    },
  },
  {
    route: sessionPath,
    async make() {
      const shop = await world.openShop()
      await verifiedDomain(shop, sites, 'loja.localhost')
      const effects = () => rowsOf('merchant_sessions', shop.accountId)
      const body = { domain: 'loja.localhost', validationUrl }
      return {
        path: sessionPath,
        headers: { ...json, 'x-public-key': shop.publicKey },
        body,
        effects,
      }
    },
  },
  {
    route: '/api/admin/accounts',
    async make() {
      const name = `Loja ${randomBase62(8)}`
      const effects = async () =>
        counted(
          await world.app.sql<
            { n: number }[]
          >`select count(*)::int as n from accounts where name = ${name}`,
        )
      const body = { name, document: '11.222.333/0001-81' }
      return { path: '/api/admin/accounts', headers: asOperator(), body, effects }
    },
  },
  {
    route: '/api/admin/accounts/:id/keys',
    async make() {
      const { accountId } = await world.openShop()
      const before = await rowsOf('api_keys', accountId)
      const effects = async () => (await rowsOf('api_keys', accountId)) - before
      const body = { kind: 'secret', name: 'loja' }
      return { path: `/api/admin/accounts/${accountId}/keys`, headers: asOperator(), body, effects }
    },
  },
  {
    route: '/api/admin/accounts/:id/keys/:keyId/rotate',
    async make() {
      const { accountId } = await world.openShop()
      const [key] = await world.app.sql<
        { id: string }[]
      >`select id from api_keys where account_id = ${accountId}`
      const before = await rowsOf('api_keys', accountId)
      const effects = async () => (await rowsOf('api_keys', accountId)) - before
      const path = `/api/admin/accounts/${accountId}/keys/${key?.id}/rotate`
      return { path, headers: asOperator(), body: {}, effects }
    },
  },
  {
    route: '/api/admin/accounts/:id/webhook-secret/rotate',
    async make() {
      const { accountId } = await world.openShop()
      const effects = async () => (await secretsOf(accountId)) - 1
      const path = `/api/admin/accounts/${accountId}/webhook-secret/rotate`
      return { path, headers: asOperator(), body: {}, effects }
    },
  },
  ...(
    [
      ['approve', 'cashout.approved'],
      ['deny', 'cashout.canceled'],
    ] as const
  ).map(
    ([decision, event]): Story => ({
      route: `/api/admin/accounts/:id/cashouts/:cashoutId/${decision}`,
      async make() {
        const { shop, id } = await withWaitingCashout()
        const effects = () => eventsOf(shop.accountId, event)
        const path = `/api/admin/accounts/${shop.accountId}/cashouts/${id}/${decision}`
        return { path, headers: asOperator(), body: { decidedBy: 'Maria' }, effects }
      },
    }),
  ),
  {
    route: '/api/admin/accounts/:id/disputes/:disputeId/answer',
    async make() {
      const { shop, id } = await withDispute()
      const body = { decision: 'contest', text: 'Entregue no dia 12.', answeredBy: 'Maria' }
      const effects = () => eventsOf(shop.accountId, 'transaction.dispute_answered')
      const path = `/api/admin/accounts/${shop.accountId}/disputes/${id}/answer`
      return { path, headers: asOperator(), body, effects }
    },
  },
  {
    route: '/api/admin/providers',
    async make() {
      const name = `Efí ${randomBase62(8)}`
      const effects = async () =>
        counted(
          await world.app.sql<
            { n: number }[]
          >`select count(*)::int as n from providers where name = ${name}`,
        )
      const body = { kind: 'efi', name, settings: world.sandbox.credentials.efi }
      return { path: '/api/admin/providers', headers: asOperator(), body, effects }
    },
  },
  {
    route: '/api/admin/reconciliation/cases/:id/resolve',
    async make() {
      const subject = randomBase62(8)
      const providerId = world.providers.ids.card ?? ''
      await openCase(world.app, providerId, { kind: 'sale-charged-twice', subject })
      const rows = () => world.app.sql<{ id: string; status: string }[]>`
        select id, status from reconciliation_cases where subject = ${subject}`
      const [opened] = await rows()
      const effects = async () =>
        (await rows()).filter(({ status }) => status === 'RESOLVED').length
      const body = { resolvedBy: 'Maria', note: 'conferido' }
      return {
        path: `/api/admin/reconciliation/cases/${opened?.id}/resolve`,
        headers: asOperator(),
        body,
        effects,
      }
    },
  },
  {
    route: '/api/admin/reconciliation/run',
    async make() {
      const body = { providerId: world.providers.ids.card }
      return { path: '/api/admin/reconciliation/run', headers: asOperator(), body }
    },
  },
  {
    route: '/api/admin/ledger/resume-cashouts',
    async make() {
      const note = `conferido ${randomBase62(8)}`
      await stopAllCashouts(world.app.sql, 'a test')
      const seen = (await cashoutStop(world.app.sql))?.digest
      const effects = async () =>
        counted(
          await world.app.sql<{ n: number }[]>`
          select count(*)::int as n from cashout_stops where note = ${note}`,
        )
      const body = { resumedBy: 'Maria', note, seen }
      return { path: '/api/admin/ledger/resume-cashouts', headers: asOperator(), body, effects }
    },
  },
  {
    route: '/api/admin/ledger/corrections',
    async make() {
      const shop = await world.openShop()
      await earn(shop, 50_00)
      const body = {
        ...{ accountId: shop.accountId, debitBook: 'available', creditBook: 'fees', amount: 1_00 },
        ...{ reason: 'Ticket 71', correctedBy: 'Maria' },
      }
      const effects = () => rowsOf('ledger_corrections', shop.accountId)
      return { path: '/api/admin/ledger/corrections', headers: asOperator(), body, effects }
    },
  },
  {
    route: '/api/admin/clock',
    async make() {
      const offset = async () =>
        (await world.app.sql<{ ms: number }[]>`select offset_ms as ms from business_clock`)[0]
          ?.ms ?? 0
      const before = await offset()
      const effects = async () => ((await offset()) - before) / 3_600_000
      return { path: '/api/admin/clock', headers: asOperator(), body: { advance: 'PT1H' }, effects }
    },
  },
  {
    route: '/callbacks/:secret',
    natural: 'a notice is a hint to ask, and the version of the payment decides',
    async make() {
      const shop = await world.openShop()
      const { id, amount } = await soldByCard(shop, newAmount())
      const [call] = await shop.calls({ provider: 'cielo', operation: 'sale', amount })
      const path = new URL(world.providers.noticeUrls.cielo ?? '').pathname
      const effects = async () => ((await shop.find(id)).status === 'PAID' ? paidEvents(shop) : 0)
      return { path, headers: json, body: { PaymentId: call?.reference, ChangeType: 1 }, effects }
    },
  },
  {
    route: '/callbacks/:secret/pix',
    natural: 'a notice is a hint to ask, and the version of the payment decides',
    async make() {
      const shop = await world.openShop()
      const { id, pix } = await shop.sell({ paymentMethod: 'PIX', amount: 10_00 })
      await shop.control('POST', '/faults', {
        ...{ provider: 'pix', operation: 'callback', fault: 'callback-lost', times: 1 },
      })
      const paid = await shop.pay(pix?.qrcode ?? '')
      const path = `${new URL(world.providers.noticeUrls.pix ?? '').pathname}/pix`
      const notice = { endToEndId: paid.body.endToEndId, txid: bareId(id) }
      return { path, headers: json, body: { pix: [notice] }, effects: () => paidEvents(shop) }
    },
  },
  // The last one: from then on notices come to another address.
  {
    route: '/api/admin/providers/:id/callback',
    async make() {
      const shop = await world.openShop()
      const calls = async () =>
        (await shop.calls({ provider: 'pix', operation: 'webhook.put' })).length
      const before = await calls()
      const path = `/api/admin/providers/${world.providers.ids.pix}/callback`
      return {
        path,
        headers: asOperator(),
        body: {},
        effects: async () => (await calls()) - before,
      }
    },
  },
]

const paidEvents = async (shop: Shop) => {
  await until('paid', async () => (await eventsOf(shop.accountId, 'transaction.paid')) > 0)
  return eventsOf(shop.accountId, 'transaction.paid')
}

test('no POST is left out', () => {
  // A person signs in with codes that count once, and a login changes only its person's access.
  const posts = routes
    .filter(({ method, access }) => method === 'POST' && access !== 'login' && access !== 'sign-in')
    .map(({ path }) => path)
  const held = [...stories.map(({ route }) => route), ...sheetRoutes]
  assert.deepEqual([...new Set(held)].sort(), posts.sort())
})

/** Each sheet that a payer opens needs a session of its own. `checkout-device-pay` has stories. */
const sheetRoutes = ['/l/:slug/device-pay', '/checkout/:token/device-pay']

interface Answered {
  readonly http: number
  readonly text: string
  readonly isReplayed: boolean
}

/**
 * A client that follows Retry-After: it repeats the request while its key is in progress, or a busy
 * machine has no connection to the database for it.
 */
async function send(
  baseUrl: string,
  { path, headers, body }: Post,
  key: string,
): Promise<Answered> {
  const limit = timeLimit()
  for (;;) {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
      signal: limit,
    })
    const text = await response.text()
    const isReplayed = response.headers.get('idempotent-replayed') === 'true'
    if (!/"(idempotency-in-progress|database-unavailable)"/.test(text))
      return { http: response.status, text, isReplayed }
    await new Promise((wake) => setTimeout(wake, 100))
  }
}

for (const { route, what, natural, make } of stories) {
  const name = `POST ${route}${what ? `, ${what}` : ''}`
  test(`${name}: one key at two processes, ${natural ?? 'one effect and response'}`, async () => {
    const post = await make()
    const key = randomId()
    const bases = [world.baseUrl, other.baseUrl, world.baseUrl, other.baseUrl]
    const answers = await Promise.all(bases.map((baseUrl) => send(baseUrl, post, key)))
    for (const { http, text } of answers) assert.ok(http === 200 || http === 201, text)
    if (post.effects) assert.equal(await post.effects(), 1)
    if (natural) return
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
    assert.equal(answers.filter(({ isReplayed }) => !isReplayed).length, 1)
  })
}
