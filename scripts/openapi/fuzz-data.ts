import { invitePerson } from '../../src/people/invite.ts'
import type { World } from '../../test/kit/gateway.ts'
import type { Shop } from '../../test/kit/shop.ts'
import type { FuzzClient } from './fuzz-client.ts'
import type { SpecialValues } from './fuzz-pools.ts'

/** One of everything that a merchant and an operator can have, so that its routes find it. */
export async function fillShop(
  world: World,
  shop: Shop,
  client: FuzzClient,
): Promise<SpecialValues> {
  await sellEverything(shop)
  await shop.advance('P3D') // The banks have files of these days.
  await client.send('POST', '/api/admin/reconciliation/run', {
    providerId: world.providers.ids.pix,
  })
  const shown = await sellEverything(shop)
  await withdraw(world, shop, client)
  await configure(client, world.receiver.url)
  const link = await client.send('POST', '/api/user/payment-links', {
    title: 'Curso de cerâmica',
    amount: 19_900,
  })
  const session = await client.send('POST', '/api/user/checkout-sessions', { amount: 19_900 })
  const invitation = await invitePeople(world, shop, client)
  const notices = Object.values(world.providers.noticeUrls)
  return {
    accountId: shop.accountId,
    secureIds: shown,
    slug: lastPart(link.url),
    token: lastPart(session.url),
    callbackSecret: lastPart(notices[0]),
    invitationToken: invitation,
  }
}

const lastPart = (url = ''): string => new URL(url).pathname.split('/').at(-1) ?? ''

/** Sales of every method: open, paid, refunded and disputed. Returns the pages of two. */
async function sellEverything(shop: Shop): Promise<readonly string[]> {
  const pix = await shop.sell({ ...order, paymentMethod: 'PIX', amount: 900_000 })
  await shop.pay(pix.pix?.qrcode ?? '')
  await shop.webhooks(pix.id, 2)
  await shop.call('POST', `/api/user/transactions/${pix.id}/refund`, { amount: 1_000 })
  await shop.sell({ ...order, paymentMethod: 'PIX', amount: 2_000 })
  const bought = await shop.sell({ ...order, paymentMethod: 'CREDIT_CARD', amount: 30_000, card })
  await shop.sell({
    ...order,
    paymentMethod: 'CREDIT_CARD',
    amount: 30_000,
    capture: false,
    card,
  })
  await shop.control('POST', '/disputes', {
    reference: bought.acquirer?.tid ?? bought.acquirer?.reference,
    kind: 'chargeback',
    now: true,
  })
  const boleto = await shop.sell({ ...order, paymentMethod: 'BOLETO', amount: 5_000 })
  return [lastPart(boleto.boleto?.url), lastPart(pix.pix?.url)]
}

/** The payer of an order. */
export const order = {
  customer: {
    name: 'Ana Teste',
    email: 'ana@exemplo.com.br',
    document: { number: '52998224725', type: 'CPF' },
    address: {
      street: 'Rua das Laranjeiras',
      streetNumber: '100',
      neighborhood: 'Laranjeiras',
      city: 'Rio de Janeiro',
      state: 'RJ',
      zipCode: '22240-003',
    },
  },
}
export const card = {
  number: '4024007153760011',
  holderName: 'ANA TESTE',
  expirationMonth: 12,
  expirationYear: 2031,
  cvv: '123',
}

/** Cashouts that wait for a person. */
async function withdraw(world: World, shop: Shop, client: FuzzClient): Promise<void> {
  await fetch(`${world.baseUrl}/api/admin/accounts/${shop.accountId}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${world.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ cashout: { approval: { above: 0, by: 'person' } } }),
  })
  await client.send('POST', '/api/user/cashout', {
    amount: 5_000,
    pixKey: 'ana@exemplo.com.br',
    pixType: 'EMAIL',
  })
}

async function configure(client: FuzzClient, receiverUrl: string): Promise<void> {
  await client.send('POST', '/api/user/webhooks/endpoints', { url: `${receiverUrl}/webhook` })
  await client.send('POST', '/api/user/device-pay/domains', { domain: 'loja.localhost' })
  await client.send('POST', '/api/user/views', {
    page: 'transactions',
    name: 'Pagas',
    query: 'status=PAID',
  })
  await client.send('POST', '/api/user/roles', {
    name: 'Caixa',
    permissions: ['transactions:read'],
  })
  await client.send('PUT', '/api/user/brand', { color: '#0b6e4f', logo: onePixel })
}

export const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Returns the token of an invitation that is not accepted yet. */
async function invitePeople(world: World, shop: Shop, client: FuzzClient): Promise<string> {
  await client.send('POST', '/api/admin/people/invitations', {
    email: 'operadora@exemplo.com.br',
    role: 'support',
  })
  await client.send('POST', '/api/user/people/invitations', {
    email: 'vendedora@exemplo.com.br',
    role: 'support',
  })
  const { token } = await invitePerson(world.app, {
    email: 'convidada@exemplo.com.br',
    accountId: shop.accountId,
    role: 'support',
    language: 'pt',
  })
  return token
}
