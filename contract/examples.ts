/** Bodies that work unchanged in the sandbox, shown in the reference. */

/** One example: a line that describes it, and the body. */
export interface Example {
  readonly summary: string
  readonly value: unknown
}

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  phone: '11999998888',
  document: { number: '52998224725', type: 'CPF' },
}
const address = {
  street: 'Rua das Laranjeiras',
  streetNumber: '100',
  neighborhood: 'Laranjeiras',
  city: 'Rio de Janeiro',
  state: 'RJ',
  zipCode: '22240003',
  country: 'BR',
}
const order = {
  amount: 1990,
  items: [{ title: 'Camiseta', unitPrice: 1990, quantity: 1, tangible: true }],
  externalRef: 'pedido-1001',
  postbackUrl: 'https://loja.exemplo.com.br/webhooks/guiche',
}

export const orderExamples: Readonly<Record<string, Example>> = {
  pix: {
    summary: 'PIX de R$ 19,90, pagável por uma hora',
    value: { ...order, paymentMethod: 'PIX', customer, pix: { expiresInSeconds: 3600 } },
  },
  boleto: {
    summary: 'Boleto de R$ 19,90 que vence em três dias',
    value: {
      ...order,
      paymentMethod: 'BOLETO',
      customer: { ...customer, address },
      boleto: { expiresInDays: 3 },
    },
  },
  card: {
    summary: 'Cartão em três parcelas, aprovado no sandbox',
    value: {
      ...order,
      paymentMethod: 'CREDIT_CARD',
      installments: 3,
      customer,
      card: {
        number: '4024007153760011',
        holderName: 'ANA TESTE',
        expirationMonth: 12,
        expirationYear: 2031,
        cvv: '123',
      },
    },
  },
}

export const refundExamples: Readonly<Record<string, Example>> = {
  whole: { summary: 'Tudo o que resta', value: {} },
  part: { summary: 'R$ 9,90', value: { amount: 990 } },
}

export const cashoutExamples: Readonly<Record<string, Example>> = {
  email: {
    summary: 'R$ 150,00 para uma chave de e-mail',
    value: { amount: 15000, pixKey: 'fulano@exemplo.com.br', description: 'Repasse de novembro' },
  },
}
