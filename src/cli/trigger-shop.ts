import { setTimeout as wait } from 'node:timers/promises'
import { CommandFailure } from './command-failure.ts'
import type { Answer, MerchantClient } from './merchant-client.ts'

/** A shop in the sandbox and its customers, as recipes of events use them. */
export interface Stage {
  readonly client: MerchantClient
  /** Fields that are added to every order. */
  readonly order: object
}

export interface Sale {
  readonly id: string
  readonly status: string
  readonly endToEndId: string | null
  readonly pix?: { readonly qrcode: string }
  readonly acquirer?: { readonly tid: string | null }
}

const customer = {
  name: 'Ana Teste',
  email: 'ana@exemplo.com.br',
  document: { number: '52998224725', type: 'CPF' },
}
export const pix = { paymentMethod: 'PIX', amount: 1_990, customer }
/** The last digit of the number decides in the sandbox. */
export const goodCard = '4024007153760011'
export const refusedCard = '4024007153760052'
export const card = (number: string, fields: object = {}) => ({
  paymentMethod: 'CREDIT_CARD',
  amount: 1_990,
  customer,
  card: { number, holderName: 'ANA TESTE', expirationMonth: 12, expirationYear: 2031, cvv: '123' },
  ...fields,
})

export async function sell({ client, order }: Stage, what: object): Promise<Sale> {
  const answer = await client.call('POST', '/api/user/transactions', { ...what, ...order })
  return expect200(answer, 'a venda') as Sale
}

/** A PIX that was paid. */
export async function paid(stage: Stage): Promise<string> {
  const { id, pix: charge } = await sell(stage, pix)
  expectSandbox(await stage.client.sandbox('/pay', { code: charge?.qrcode }), 'o pagamento')
  await until(stage, id, 'PAID')
  return id
}

/** Waits for the status: banks and acquirers notify the gateway later. */
export async function until({ client }: Stage, id: string, status: string): Promise<Sale> {
  for (let tries = 0; tries < 150; tries += 1) {
    const sale = expect200(
      await client.call('GET', `/api/user/transactions/${id}`),
      'a consulta',
    ) as Sale
    if (sale.status === status) return sale
    await wait(100)
  }
  throw new CommandFailure(
    'notice-not-arrived',
    `a transação ${id} ainda não está em ${status}: o aviso ainda não chegou`,
  )
}

/**
 * The data of a response of the gateway.
 * @throws CommandFailure with the code of the API and the message of a rejection
 */
export function expect200(answer: Answer, what: string): unknown {
  return (expectAnswer(answer, what, 'gateway-unreachable') as { data?: unknown }).data
}

/** The body of a response of the sandbox. @throws CommandFailure with its code and message */
export const expectSandbox = (answer: Answer, what: string): unknown =>
  expectAnswer(answer, what, 'sandbox-unreachable')

function expectAnswer(answer: Answer, what: string, unreachable: string): unknown {
  if (answer.kind === 'unreachable')
    throw new CommandFailure(unreachable, `${what} ficou sem resposta: ${answer.reason}`)
  if (answer.status === 200) return answer.body
  const { message, error } = (answer.body ?? {}) as RejectedBody
  const why = message ?? error?.message ?? answer.status
  throw new CommandFailure(error?.code ?? String(answer.status), `${what} não deu certo: ${why}`)
}

/** The gateway has the message beside the error, the sandbox in it. */
interface RejectedBody {
  readonly message?: string
  readonly error?: { readonly code?: string; readonly message?: string } | null
}
