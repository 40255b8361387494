import { setTimeout as wait } from 'node:timers/promises'
import { type EventType, eventTypes } from '../../contract/events.ts'
import { type Command, required, UsageError } from './command.ts'
import { type Answer, type MerchantClient, openMerchantClient } from './merchant-client.ts'

export const triggerCommand: Command = {
  summary: 'faz acontecer no sandbox o que causa um evento',
  usage: `EVENTO [--postback-url URL]: ${Object.keys(eventTypes).join(', ')}`,
  async run(args, config) {
    const [type, option, postbackUrl] = args
    if (option !== undefined && option !== '--postback-url') throw new UsageError(`não conheço ${option}`)
    const recipe = recipes[eventTypeFrom(required(type, 'o evento'))]
    if (typeof recipe === 'string') throw new UsageError(recipe)
    const client = await openMerchantClient(config)
    try {
      if (!client.merchant.sandboxUrl) throw new UsageError('não há sandbox aqui: comece com npm start')
      const id = await recipe({ client, order: postbackUrl === undefined ? {} : { postbackUrl } })
      console.log(`${type}: transação ${id}`)
      return 0
    } finally {
      await client.close()
    }
  },
}

interface Stage {
  readonly client: MerchantClient
  /** Goes into every order. */
  readonly order: object
}

const byHand = (what: string): string =>
  `abra uma disputa no sandbox (POST /disputes com o reference do pagamento) ${what}`

const notYet = 'este comando ainda não faz saques: peça um por POST /api/user/cashout'

/** How each event comes about, step by step, as shop and customer would do it; or why it cannot be had by a command. */
const recipes: Readonly<Record<EventType, ((stage: Stage) => Promise<string>) | string>> = {
  'transaction.waiting_payment': async (stage) => (await sell(stage, pix)).id,
  'transaction.authorized': async (stage) => (await sell(stage, card(goodCard, { capture: false }))).id,
  'transaction.paid': paid,
  'transaction.refused': async (stage) => (await sell(stage, card(refusedCard))).id,
  'transaction.canceled': async (stage) => {
    const { id } = await sell(stage, pix)
    expect200(await stage.client.call('POST', `/api/user/transactions/${id}/cancel`, {}), 'o cancelamento')
    return id
  },
  'transaction.refunded': (stage) => refund(stage, {}),
  'transaction.partially_refunded': (stage) => refund(stage, { amount: 990 }),
  // The cents decide in the sandbox: 52 is a refund the bank cannot make.
  'transaction.refund_failed': (stage) => refund(stage, { amount: 1_052 }),
  'transaction.refund_returned':
    'venda um boleto, pague-o, devolva por Pix (pixKey) um valor que termine em 11 centavos e passe 15 s com guiche clock advance',
  'transaction.in_protest': (stage) => disputed(stage, 'open'),
  'transaction.chargedback': byHand('kind "chargeback" e depois action "lose"'),
  'transaction.dispute_opened': byHand('uma segunda vez, sobre o mesmo pagamento'),
  'transaction.dispute_reopened': byHand('kind "chargeback", conteste-a e abra-a de novo com o mesmo reference'),
  'transaction.dispute_due': byHand('e avance o relógio até 48 horas antes de answerBy'),
  'transaction.dispute_answered': byHand('e responda por POST /api/user/chargebacks/{id}/answer'),
  'transaction.dispute_answer_rejected': byHand('decida-a com action "win" e responda antes que o aviso chegue'),
  'transaction.dispute_won': (stage) => disputed(stage, 'open', 'win'),
  'transaction.dispute_lost': byHand('sobre parte de uma venda no cartão, e depois action "lose"'),
  'device_pay_domain.unreachable':
    'valide um domínio, tire o arquivo do ar e passe um dia e duas horas com guiche clock advance',
  'cashout.pending': notYet,
  'cashout.processing': notYet,
  'cashout.completed': notYet,
  'cashout.failed': notYet,
  'cashout.canceled': notYet,
  'cashout.refunded': notYet,
  'cashout.partially_refunded': notYet,
  'webhook_endpoint.failing':
    'cadastre um endereço que falhe, venda, e passe cinco dias com guiche clock advance 1d, vendendo a cada dia',
}

function eventTypeFrom(text: string): EventType {
  if (Object.hasOwn(eventTypes, text)) return text as EventType
  throw new UsageError(`não há evento "${text}"`)
}

interface Sale {
  readonly id: string
  readonly pix?: { readonly qrcode: string }
}

const customer = { name: 'Ana Teste', email: 'ana@exemplo.com.br', document: { number: '52998224725', type: 'CPF' } }
const pix = { paymentMethod: 'PIX', amount: 1_990, customer }
/** The last digit of the number decides in the sandbox. */
const goodCard = '4024007153760011'
const refusedCard = '4024007153760052'
const card = (number: string, given: object = {}) => ({
  paymentMethod: 'CREDIT_CARD',
  amount: 1_990,
  customer,
  card: { number, holderName: 'ANA TESTE', expirationMonth: 12, expirationYear: 2031, cvv: '123' },
  ...given,
})

async function paid({ client, order }: Stage): Promise<string> {
  const { id, pix: charge } = await sell({ client, order }, pix)
  expect200(await client.sandbox('/pay', { code: charge?.qrcode }), 'o pagamento')
  // The bank tells the gateway in its own time.
  for (let tries = 0; tries < 50; tries += 1) {
    const { status } = expect200(await client.call('GET', `/api/user/transactions/${id}`), 'a consulta') as {
      status: string
    }
    if (status === 'PAID') return id
    await wait(100)
  }
  throw new UsageError(`a transação ${id} foi paga no banco e o aviso ainda não chegou`)
}

/** The payer claims the money back, and the bank decides. */
async function disputed(stage: Stage, ...actions: readonly string[]): Promise<string> {
  const id = await paid(stage)
  const { endToEndId } = expect200(await stage.client.call('GET', `/api/user/transactions/${id}`), 'a consulta') as {
    endToEndId: string | null
  }
  for (const action of actions) {
    expect200(await stage.client.sandbox('/disputes', { reference: endToEndId, kind: 'med', action }), 'a disputa')
  }
  return id
}

async function refund(stage: Stage, body: object): Promise<string> {
  await paid(stage) // A refund gives back the fee too: another sale covers it.
  const id = await paid(stage)
  expect200(await stage.client.call('POST', `/api/user/transactions/${id}/refund`, body), 'a devolução')
  return id
}

async function sell({ client, order }: Stage, what: object): Promise<Sale> {
  const answer = await client.call('POST', '/api/user/transactions', { ...what, ...order })
  return expect200(answer, 'a venda') as Sale
}

function expect200(answer: Answer, what: string): unknown {
  if (answer.kind === 'unreachable') throw new UsageError(`${what} ficou sem resposta: ${answer.reason}`)
  const { data, message } = answer.body as { data?: unknown; message?: string }
  if (answer.status !== 200) throw new UsageError(`${what} não deu certo: ${message ?? answer.status}`)
  return data
}
