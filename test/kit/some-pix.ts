import type { PixView } from '../../checkout/pix/pix-html.ts'
import { cents } from '../../src/primitives/money.ts'
import { someSlip } from './some-slip.ts'

/** An open PIX charge of a shop whose name would break a page that does not escape. */
export const somePix: PixView = {
  method: 'PIX',
  standing: { state: 'open', returned: cents(0), returning: cents(0), lost: cents(0) },
  amount: cents(159_90),
  payee: {
    shop: 'Loja <b>Exemplo',
    receiver: { name: 'Caixa Pagamentos Ltda', source: 'account' },
  },
  items: [
    { title: 'Pedido "42"', quantity: 1, unitPrice: cents(99_90) },
    { title: 'Boné', quantity: 2, unitPrice: cents(30_00) },
  ],
  emv: someSlip.pixEmv ?? '',
  expiresAt: new Date('2026-11-21T12:30:00Z'),
  now: new Date('2026-11-21T12:00:00Z'),
  statusUrl: '/pix/1/status?a=1&b=2',
  receiptUrl: '/pix/1/comprovante',
}
