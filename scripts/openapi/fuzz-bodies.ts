import { writeStaticBrCode } from '../../src/brazil/write-br-code.ts'
import { card, onePixel, order } from './fuzz-data.ts'

const staticCode = writeStaticBrCode({
  ...{ pixKey: 'ana@exemplo.com.br', receiverName: 'Ana', city: 'Sao Paulo' },
})

/** What an accepted body has to name. */
interface Known {
  readonly accountId: string
  readonly providerId: string
  readonly providerSettings: unknown
  readonly invitationToken: string
  readonly person: { readonly email: string; readonly password: string }
}

/**
 * Bodies that the gateway accepts, by operation. Generated ones rarely are: rules connect their
 * fields. They are sent as they are, and with one generated field.
 */
export const acceptedBodies = (known: Known): Readonly<Record<string, readonly object[]>> => ({
  ...bodiesOfMerchants,
  ...bodiesOfOperators(known),
  'POST /l/{slug}': [{ method: 'PIX', name: 'Ana Teste', price: '19900' }],
  'POST /checkout/{token}': [{ method: 'PIX', name: 'Ana Teste', price: '19900' }],
  'POST /api/auth/sign-in': [known.person],
  'POST /api/auth/invitations/read': [{ token: known.invitationToken }],
  'POST /api/auth/invitations/accept': [
    { token: known.invitationToken, name: 'Bia', password: 'sete pombos na janela' },
  ],
})

const bodiesOfMerchants = {
  'POST /api/user/transactions': [
    { ...order, paymentMethod: 'PIX', amount: 2_000 },
    { ...order, paymentMethod: 'BOLETO', amount: 2_000 },
    { ...order, paymentMethod: 'CREDIT_CARD', amount: 9_000, installments: 3, card },
    { ...order, paymentMethod: 'CREDIT_CARD', amount: 9_000, capture: false, card },
  ],
  'POST /api/user/transactions/{id}/refund': [{ amount: 100 }, {}],
  'POST /api/user/transactions/{id}/refund/quote': [{ amount: 100 }, {}],
  'POST /api/user/payment-links': [
    { title: 'Curso', amount: 19_900 },
    { title: 'Doação', openAmount: { min: 500, max: 90_000 } },
  ],
  'POST /api/user/checkout-sessions': [{ amount: 19_900, title: 'Curso' }],
  'PUT /api/user/brand': [{ color: '#0b6e4f', logo: onePixel }],
  'POST /api/user/cashout': [
    ...[700, 800, 900].map((amount) => ({
      amount,
      pixKey: 'ana@exemplo.com.br',
      pixType: 'EMAIL',
      confirmDuplicate: true,
    })),
    { amount: 600, qrcode: staticCode, confirmDuplicate: true },
  ],
  'POST /api/user/cashout/receiver': [{ pixKey: 'fulano@exemplo.com.br' }],
  'POST /api/user/quotes': [{ amount: 19_900, paymentMethod: 'PIX' }],
  'POST /api/user/chargebacks/{id}/answer': [{ decision: 'contest', text: 'Entregue.' }],
  'POST /api/user/people/invitations': [{ email: 'nova@exemplo.com.br', role: 'support' }],
  'PATCH /api/user/people/{id}': [{ role: 'owner' }],
  'POST /api/user/roles': [{ name: 'Vendas', permissions: ['transactions:read'] }],
  'POST /api/user/keys': [{ kind: 'secret', name: 'loja' }],
  'POST /api/user/webhooks/redeliveries': [{ failedSince: '2026-01-01' }],
  'POST /api/public/cards/tokens': [card],
}

const bodiesOfOperators = ({ accountId, providerId, providerSettings }: Known) => ({
  'PATCH /api/admin/accounts/{id}': [{ name: 'Loja' }],
  'POST /api/admin/accounts/{id}/people/invitations': [
    { email: 'outra@exemplo.com.br', role: 'support' },
  ],
  'POST /api/admin/accounts/{id}/keys/{keyId}/rotate': [{}],
  'POST /api/admin/accounts/{id}/disputes/{disputeId}/answer': [
    { decision: 'contest', text: 'Entregue.', answeredBy: 'Operação' },
  ],
  'POST /api/admin/people/invitations': [{ email: 'mais@exemplo.com.br', role: 'support' }],
  'PATCH /api/admin/people/{id}': [{ role: 'admin' }],
  'POST /api/admin/providers': [
    { kind: 'api-pix', name: 'Outro banco', settings: providerSettings },
  ],
  'POST /api/admin/reconciliation/run': [{ providerId }],
  'POST /api/admin/ledger/corrections': [
    {
      accountId,
      debitBook: 'available',
      creditBook: 'blocked',
      amount: 10,
      reason: 'Acerto.',
      correctedBy: 'Operação',
    },
  ],
})
