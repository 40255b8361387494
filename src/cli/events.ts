import type { Config } from '../config.ts'
import { textOf } from './arguments.ts'
import { type CliCommand, UsageError } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import {
  type Answer,
  addMerchantOptions,
  type MerchantClient,
  type MerchantOptions,
  openMerchantClient,
} from './merchant-client.ts'
import { show } from './output.ts'

export const eventsCommand: CliCommand = {
  addTo(events, run) {
    addMerchantOptions(events.command('list'))
      .description('lê os eventos, do mais antigo ao mais novo')
      .option('--after <N>', 'uma posição, oldest ou now; sem isto, oldest')
      .option('--types <TIPOS>', 'filtros separados por vírgula, como transaction.*')
      .action(
        run((config, { after = 'oldest', types = '*', ...options }: ListOptions) =>
          withClient(config, options, ({ call }) =>
            call('GET', `/api/user/events?${new URLSearchParams({ after, types })}`),
          ),
        ),
      )
    addMerchantOptions(events.command('resend'))
      .description('envia de novo um evento, ou os que falharam')
      .argument('[EVENTO]', 'o id do evento')
      .option('--endpoint <ID>', 'só a este endereço')
      .option('--failed-since <DIA>', 'em vez de um evento: todos desde então que falharam')
      .action(run(resend))
  },
}

interface ListOptions extends MerchantOptions {
  readonly after?: string
  readonly types?: string
}

interface ResendOptions extends MerchantOptions {
  readonly endpoint?: string
  readonly failedSince?: string
}

async function resend(
  config: Config,
  id: string | undefined,
  { endpoint, failedSince, ...options }: ResendOptions,
): Promise<number> {
  const body = endpoint === undefined ? {} : { endpointId: endpoint }
  if (failedSince === undefined) {
    const event = textOf('o id do evento, ou --failed-since')(id ?? '')
    const path = `/api/user/events/${encodeURIComponent(event)}/resend`
    return withClient(config, options, ({ call }) => call('POST', path, body))
  }
  if (id !== undefined) throw new UsageError('--failed-since é em vez de um evento: dê um dos dois')
  const failed = { failedSince, ...body }
  return withClient(config, options, ({ call }) =>
    call('POST', '/api/user/webhooks/redeliveries', failed),
  )
}

async function withClient(
  config: Config,
  options: MerchantOptions,
  ask: (client: MerchantClient) => Promise<Answer>,
): Promise<number> {
  const client = await openMerchantClient(config, options)
  try {
    return showAnswer(await ask(client))
  } finally {
    await client.close()
  }
}

/**
 * Shows the data of the response. Exits with 1 when the API rejected the request or did not
 * respond.
 */
function showAnswer(answer: Answer): number {
  if (answer.kind === 'unreachable') {
    throw new CommandFailure('gateway-unreachable', `o gateway não respondeu: ${answer.reason}`)
  }
  const { data, feed, message, error } = answer.body as AnswerBody
  if (answer.status !== 200) {
    throw new CommandFailure(error?.code ?? String(answer.status), message)
  }
  show(feed ? { data, feed } : data)
  return 0
}

interface AnswerBody {
  readonly data: unknown
  readonly feed?: unknown
  readonly message: string
  readonly error?: { readonly code: string }
}
