import { parseArgs } from 'node:util'
import { required } from './arguments.ts'
import { type Command, show, UsageError } from './command.ts'
import { type Answer, openMerchantClient } from './merchant-client.ts'

export const eventsCommand: Command = {
  summary: 'lê os eventos da conta e os envia de novo',
  usage: 'list [--after N] [--types T] | resend EVENTO [--endpoint ID] | resend --failed-since DIA',
  async run(args, config) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        after: { type: 'string', default: 'oldest' },
        types: { type: 'string', default: '*' },
        endpoint: { type: 'string' },
        'failed-since': { type: 'string' },
        'base-url': { type: 'string' },
        'key-file': { type: 'string' },
      },
    })
    const [action, id] = positionals
    const client = await openMerchantClient(config, { baseUrl: values['base-url'], keyFile: values['key-file'] })
    try {
      switch (action) {
        case 'list': {
          const query = new URLSearchParams({ after: values.after, types: values.types })
          return showAnswer(await client.call('GET', `/api/user/events?${query}`))
        }
        case 'resend': {
          const failedSince = values['failed-since']
          if (failedSince !== undefined)
            return showAnswer(await client.call('POST', '/api/user/webhooks/redeliveries', { failedSince }))
          const path = `/api/user/events/${encodeURIComponent(required(id, 'o id do evento, ou --failed-since'))}/resend`
          const body = values.endpoint === undefined ? {} : { endpointId: values.endpoint }
          return showAnswer(await client.call('POST', path, body))
        }
        default:
          throw new UsageError(`não sei fazer "${action ?? ''}" com eventos`)
      }
    } finally {
      await client.close()
    }
  },
}

/** What the API said; its failures are ours. */
function showAnswer(answer: Answer): number {
  if (answer.kind === 'unreachable') {
    console.error(`o gateway não respondeu: ${answer.reason}`)
    return 1
  }
  const { data, feed, message } = answer.body as { data: unknown; feed?: unknown; message: string }
  if (answer.status !== 200) {
    console.error(message)
    return 1
  }
  show(feed ? { data, feed } : data)
  return 0
}
