/**
 * A few sales of yesterday, created as a shop and its customers do: through the API and the
 * sandbox.
 */
export async function makeHistory({
  baseUrl,
  sandboxUrl,
  inbox,
  secretKey,
}: {
  readonly baseUrl: string
  readonly sandboxUrl: string
  /** The address at which the shop receives its webhooks. */
  readonly inbox: string
  readonly secretKey: string
}): Promise<void> {
  const sell = async (order: object) =>
    (await post(
      `${baseUrl}/api/user/transactions`,
      { ...order, postbackUrl: inbox },
      secretKey,
    )) as { data: Sale }
  const pay = (code: string) => post(`${sandboxUrl}/pay`, { code })

  const sales = await Promise.all([
    sell({ ...pix, ...one('Camiseta', 4_990), externalRef: 'pedido-1001' }),
    sell({ ...pix, ...one('Bolsa de palha', 12_500), externalRef: 'pedido-1002' }),
    sell({ ...pix, ...one('Boné', 8_900), externalRef: 'pedido-1003' }),
    sell({
      ...card('4024007153760011'),
      ...one('Rede de casal', 25_900),
      installments: 3,
      externalRef: 'pedido-1004',
    }),
    sell({ ...card('4024007153760052'), ...one('Chinelo', 9_900), externalRef: 'pedido-1005' }),
    sell({ ...boleto, ...one('Jogo de toalhas', 15_990), externalRef: 'pedido-1006' }),
    sell({ ...boleto, ...one('Cadeira de praia', 32_000), externalRef: 'pedido-1007' }),
  ])
  const [first, second, , , , slip] = sales
  await Promise.all([
    pay(first?.data.pix?.qrcode ?? ''),
    pay(second?.data.pix?.qrcode ?? ''),
    pay(slip?.data.boleto?.digitableLine ?? ''),
  ])
}

interface Sale {
  readonly pix?: { readonly qrcode: string }
  readonly boleto?: { readonly digitableLine: string }
}

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '52998224725', type: 'CPF' },
}
const one = (title: string, amount: number) => ({
  amount,
  items: [{ title, unitPrice: amount, quantity: 1, tangible: true }],
})
const address = {
  street: 'Rua das Laranjeiras',
  streetNumber: '100',
  neighborhood: 'Laranjeiras',
  city: 'Rio de Janeiro',
  state: 'RJ',
  zipCode: '22240-003',
}
const pix = { paymentMethod: 'PIX', customer }
const boleto = {
  paymentMethod: 'BOLETO',
  customer: { ...customer, address },
  boleto: { expiresInDays: 3 },
}
const card = (number: string) => ({
  paymentMethod: 'CREDIT_CARD',
  customer,
  card: { number, holderName: 'ANA TESTE', expirationMonth: 12, expirationYear: 2031, cvv: '123' },
})

async function post(url: string, body: object, secretKey?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(secretKey && {
        authorization: `Basic ${Buffer.from(`x:${secretKey}`).toString('base64')}`,
      }),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
