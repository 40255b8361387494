import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { systemClock } from '../primitives/clock.ts'
import { textOf } from './arguments.ts'
import type { CliCommand } from './command.ts'
import { type Delivery, forwardEvents } from './forward-events.ts'
import {
  addMerchantOptions,
  type Merchant,
  type MerchantOptions,
  openMerchantClient,
} from './merchant-client.ts'
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
  const place = placeIn(config.home, client.merchant, to)
  const after = options.after ?? (await place.read()) ?? 'now'
  const stopping = new AbortController()
  void whenStopped().then(() => {
    stopping.abort()
    void client.close() // Ends a request that waits for the next event.
  })
  say(`Eventos de ${client.merchant.baseUrl} → ${to}. Ctrl-C para; na volta nada se perde.`)
  const clock = systemClock()
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
  await client.close()
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

/**
 * Stores the position of the last event that one address received from one account of one gateway.
 */
function placeIn(home: string, { baseUrl, secretKey }: Merchant, to: string) {
  const name = createHash('sha256')
    .update(`${baseUrl} ${secretKey} ${to}`)
    .digest('hex')
    .slice(0, 16)
  const path = join(home, 'listen', name)
  return {
    read: async (): Promise<string | undefined> => {
      const text = await readFile(path, 'utf8').catch(() => '')
      return /^\d+$/.test(text) ? text : undefined
    },
    /** Replaces the file at once, so that a crash leaves the old position or the new one. */
    keep: async (place: string): Promise<void> => {
      await mkdir(join(home, 'listen'), { recursive: true })
      await writeFile(`${path}.new`, place)
      await rename(`${path}.new`, path)
    },
  }
}
