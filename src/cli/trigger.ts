import { type EventType, eventTypes } from '../../contract/events.ts'
import type { Config } from '../config.ts'
import { textOf } from './arguments.ts'
import { type CliCommand, UsageError } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { openMerchantClient } from './merchant-client.ts'
import { present } from './output.ts'
import { withProgress } from './progress.ts'
import { withdrawal } from './trigger-cashout.ts'
import {
  answeredMed,
  chargeback,
  lostChargeback,
  lostPart,
  med,
  secondChargeback,
  wonMed,
} from './trigger-disputes.ts'
import {
  card,
  expect200,
  goodCard,
  paid,
  pix,
  refusedCard,
  type Stage,
  sell,
} from './trigger-shop.ts'

export const triggerCommand = {
  /** The list of events in the help. */
  get usage() {
    const typesWith = (kind: 'function' | 'string') =>
      Object.entries(recipes).flatMap(([type, recipe]) => (typeof recipe === kind ? [type] : []))
    const done = ['chargeback', 'med', ...typesWith('function')].join(', ')
    const manual = typesWith('string').join(', ')
    return `${done}; só se faz à mão, e aqui se diz como: ${manual}`
  },
  addTo(command, run) {
    command
      .argument('<EVENTO>', this.usage, textOf('o evento'))
      .option('--postback-url <URL>', 'o postbackUrl de cada venda e saque')
      .action(run(trigger))
  },
} satisfies CliCommand & { readonly usage: string }

async function trigger(
  config: Config,
  type: string,
  order: { postbackUrl?: string },
): Promise<number> {
  const recipe = recipeOf(type)
  if (typeof recipe === 'string') {
    throw new CommandFailure('by-hand-only', `${type} só se faz à mão: ${recipe}`)
  }
  const client = await openMerchantClient(config)
  try {
    if (!client.merchant.sandboxUrl)
      throw new CommandFailure('no-sandbox', 'não há sandbox aqui: inicie-o com npm start')
    const id = await withProgress(type, () => recipe({ client, order }))
    const kind = type.startsWith('cashout.') ? 'saque' : 'transação'
    present({ event: type, objectId: id }, () => console.log(`${type}: ${kind} ${id}`))
    return 0
  } finally {
    await client.close()
  }
}

const byHand = (what: string): string =>
  `abra uma disputa no sandbox (POST /disputes com acquirer.tid ou endToEndId do pagamento como reference) ${what}`

/**
 * The steps of shop and customer that cause each event, or a text that says how to cause it by
 * hand.
 */
const recipes: Readonly<Record<EventType, ((stage: Stage) => Promise<string>) | string>> = {
  'transaction.waiting_payment': async (stage) => (await sell(stage, pix)).id,
  'transaction.authorized': async (stage) =>
    (await sell(stage, card(goodCard, { capture: false }))).id,
  'transaction.paid': paid,
  'transaction.refused': async (stage) => (await sell(stage, card(refusedCard))).id,
  'transaction.canceled': async (stage) => {
    const { id } = await sell(stage, pix)
    expect200(
      await stage.client.call('POST', `/api/user/transactions/${id}/cancel`, {}),
      'o cancelamento',
    )
    return id
  },
  'transaction.boleto_registered':
    'venda um boleto por um provedor do tipo banco-do-brasil-cnab e passe dois dias com guiche clock advance',
  'transaction.boleto_protest':
    'venda um boleto com o endereço do pagador e boleto.overdue com action PROTEST e afterDays 3, e passe 12 dias com guiche clock advance',
  'transaction.refunded': (stage) => refund(stage, {}),
  'transaction.partially_refunded': (stage) => refund(stage, { amount: 990 }),
  // The cents decide in the sandbox: 52 is a refund the bank cannot make.
  'transaction.refund_failed': (stage) => refund(stage, { amount: 1_052 }),
  'transaction.refund_returned':
    'venda um boleto, pague-o, devolva por PIX (pixKey) um valor que termine em 11 centavos e passe 15 s com guiche clock advance',
  'transaction.in_protest': chargeback,
  'transaction.chargedback': lostChargeback,
  'transaction.dispute_opened': secondChargeback,
  'transaction.dispute_reopened': byHand(
    'kind "chargeback", conteste-a e abra-a de novo com o mesmo reference',
  ),
  'transaction.dispute_due': byHand('e avance o relógio até 48 horas antes de answerBy'),
  'transaction.dispute_answered': answeredMed,
  'transaction.dispute_answer_rejected': byHand(
    'decida-a com action "win" e responda antes que o aviso chegue',
  ),
  'transaction.dispute_won': wonMed,
  'transaction.dispute_lost': lostPart,
  'device_pay_domain.unreachable':
    'valide um domínio, tire o arquivo do ar e passe um dia e duas horas com guiche clock advance',
  // The cents decide in the sandbox.
  'cashout.pending': (stage) => withdrawal(stage, 5_00, 'COMPLETED'),
  'cashout.processing': (stage) => withdrawal(stage, 5_00, 'COMPLETED'),
  'cashout.completed': (stage) => withdrawal(stage, 5_00, 'COMPLETED'),
  'cashout.failed': (stage) => withdrawal(stage, 5_07, 'FAILED'),
  'cashout.canceled':
    'peça um saque acima de cashout.approval.above da conta e cancele-o enquanto espera',
  'cashout.refunded': (stage) => withdrawal(stage, 5_11, 'REFUNDED'),
  'cashout.partially_refunded': (stage) => withdrawal(stage, 5_15, 'COMPLETED', 1),
  'payment_link.created': 'crie um link com POST /api/user/payment-links',
  'payment_link.updated': 'mude um link com PATCH /api/user/payment-links/{id}',
  'payment_link.completed': 'crie um link com maxUses 1, abra a página dele e pague no sandbox',
  'webhook_endpoint.failing':
    'cadastre um endereço que falhe, venda, e passe cinco dias com guiche clock advance 1d, vendendo a cada dia',
}

/** Alternative names of events. */
const happenings = { chargeback, med }

function recipeOf(text: string) {
  if (text === 'chargeback' || text === 'med') return happenings[text]
  if (Object.hasOwn(eventTypes, text)) return recipes[text as EventType]
  throw new UsageError(`não há evento "${text}"`)
}

async function refund(stage: Stage, body: object): Promise<string> {
  await paid(stage) // A refund gives back the fee too: another sale covers it.
  const id = await paid(stage)
  expect200(
    await stage.client.call('POST', `/api/user/transactions/${id}/refund`, body),
    'a devolução',
  )
  return id
}
