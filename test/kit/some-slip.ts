import type { Slip } from '../../checkout/boleto/slip.ts'
import { digitableLine, writeBarcode } from '../../src/brazil/boleto-code.ts'
import { writeFreeField } from '../../src/brazil/boleto-free-field.ts'
import { writeDynamicBrCode } from '../../src/brazil/write-br-code.ts'
import { cents } from '../../src/primitives/money.ts'

const amount = cents(1_234_567)

const barcode = writeBarcode({
  bank: '001',
  amount,
  dueDate: Temporal.PlainDate.from('2026-11-30'),
  freeField: writeFreeField({
    bank: '001',
    convenio: '3128557',
    nossoNumero: '0000000042',
    carteira: '17',
  }),
})

/**
 * A boleto with everything on it, whose payer has a name that would break a page that does not
 * escape.
 */
export const someSlip: Slip = {
  method: 'BOLETO',
  standing: { state: 'open', returned: cents(0), returning: cents(0), lost: cents(0) },
  payee: {
    shop: 'Loja <i>do</i> João',
    receiver: { name: 'LOJA EXEMPLO COMÉRCIO LTDA', document: '12ABC34501DE35', source: 'account' },
  },
  items: [{ title: 'Bicicleta "Aro 29"', quantity: 2, unitPrice: cents(617_283) }],
  bankName: 'Banco do Brasil',
  barcode,
  digitableLine: digitableLine(barcode),
  amount,
  dueDate: '2026-11-30',
  documentDate: '2026-11-21',
  processingDate: '2026-11-21',
  lastPayableDate: '2026-12-30',
  beneficiary: {
    name: 'LOJA EXEMPLO COMÉRCIO LTDA',
    document: '12ABC34501DE35',
    address: 'Rua do Guichê, 100 — Centro — São Paulo/SP — 01001-000',
  },
  agencyAndAccount: '0452-9 / 123873-6',
  ourNumber: '00031285570000000042',
  wallet: '17',
  documentNumber: 'PED-2026-000042',
  kind: 'DM',
  accepted: false,
  payer: {
    name: 'Maria "<script>alert(1)</script>" da Silva & Filhos',
    document: '52998224725',
    address: 'Avenida Paulista, 1578 — Bela Vista — São Paulo/SP — 01310-200',
  },
  finalBeneficiary: { name: 'João Avalista', document: '11144477735' },
  instructions: ['Não receber após 30 dias do vencimento.', 'Pedido 42.'],
  pixEmv: writeDynamicBrCode({
    location: 'bolepix.example/qr/v2/cobv/5f84a4c5c5cb45999f137eb4d419dacc',
    receiverName: 'LOJA EXEMPLO',
    city: 'SAO PAULO',
  }),
}
