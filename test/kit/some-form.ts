import type { FormView } from '../../checkout/form/form-view.ts'
import { cents } from '../../src/primitives/money.ts'

/** A form of R$ 100.00 that takes every method and asks for every fact of the payer. */
export const someForm: FormView = {
  payee: { shop: 'Loja <b>Exemplo' },
  title: 'Curso de "cerâmica"',
  description: 'Aos sábados, em turmas pequenas.',
  items: [{ title: 'Vaga', quantity: 1, unitPrice: cents(100_00) }],
  price: { kind: 'fixed', amount: cents(100_00) },
  methods: ['PIX', 'CREDIT_CARD', 'BOLETO'],
  maxInstallments: 12,
  asks: ['name', 'email', 'document'],
  asksAddress: false,
  action: '/checkout/abc?a=1&b=2',
  attemptId: '0193f2a1-0000-7000-8000-000000000000',
  entered: {},
  problems: [],
}
