import type { Config } from '../config.ts'
import { systemClock } from '../primitives/clock.ts'
import { textOf } from './arguments.ts'
import type { CliCommand } from './command.ts'
import { type Delivery, forwardEvents } from './forward-events.ts'
import { keptPlace } from './kept-place.ts'
import { addMerchantOptions, type MerchantOptions, openMerchantClient } from './merchant-client.ts'
import { note, present, say } from './output.ts'
import { whenStopped } from './stop-signals.ts'

export const listenCommand: CliCommand = {
  addTo(command, run) {
    addMerchantOptions(command)
      .allowExcessArguments(false)
      .requiredOption('--forward-to <URL>', 'o endereço do seu servidor', textOf('--forward-to'))
      .option('--types <TIPOS>', 'filtros separados por vírgula, como transaction.*')
      .option('--after <N>', 'oldest, now ou uma posição; sem isto, de onde parou, ou now')
      .action(run(listen))
  },
}

interface ListenOptions extends MerchantOptions {
  readonly forwardTo: string
  readonly types?: string
  readonly after?: string
}

async function listen(
  config: Config,
  { forwardTo: to, types = '*', ...options }: ListenOptions,
): Promise<number> {
  const client = await openMerchantClient(config, options)
  const { baseUrl, secretKey } = client.merchant
  const place = keptPlace(config.home, 'listen', `${baseUrl} ${secretKey} ${to}`)
  const after = options.after ?? positionIn(await place.read()) ?? 'now'
  const stopping = new AbortController()
  void whenStopped().then(() => {
    stopping.abort()
    void client.close() // Ends a request that waits for the next event.
  })
  say(`Eventos de ${baseUrl} → ${to}. Ctrl-C para; na volta nada se perde.`)
  const clock = systemClock()
  try {
    await forwardEvents({
      client,
      to,
      after,
      types,
      keep: place.keep,
      warn: note,
      delivered: (delivery) => present(delivery, () => showDelivery(delivery, to)),
      nowMs: () => clock.now().getTime(),
      signal: stopping.signal,
    })
  } finally {
    await client.close()
  }
  say('Parado. Na volta continua do próximo evento.')
  return 0
}

function showDelivery(delivery: Delivery, to: string): void {
  const { type, objectId, position, status, ms, response } = delivery
  console.log(`${type.padEnd(30)} ${objectId}  →  ${status} em ${ms} ms`)
  if (status >= 200 && status <= 299) return
  if (response !== '') console.log(`  resposta: ${response}`)
  console.log(
    `  aqui cada evento é enviado uma vez; para repeti-lo: --forward-to ${to} --after ${position - 1}`,
  )
}

/** The position of the last event that the address received. */
const positionIn = (text = ''): string | undefined => (/^\d+$/.test(text) ? text : undefined)
