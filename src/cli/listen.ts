import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../primitives/clock.ts'
import { required } from './arguments.ts'
import type { Command } from './command.ts'
import { forwardEvents } from './forward-events.ts'
import { type Merchant, openMerchantClient } from './merchant-client.ts'
import { whenStopped } from './stop-signals.ts'

export const listenCommand: Command = {
  summary: 'leva os eventos da conta até o seu computador, assinados como em produção',
  usage: '--forward-to URL [--types transaction.*] [--after oldest|now|N]',
  async run(args, config) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'forward-to': { type: 'string' },
        types: { type: 'string', default: '*' },
        after: { type: 'string' },
        'base-url': { type: 'string' },
        'key-file': { type: 'string' },
      },
    })
    const to = required(values['forward-to'], '--forward-to com o endereço do seu servidor')
    const client = await openMerchantClient(config, { baseUrl: values['base-url'], keyFile: values['key-file'] })
    const place = placeIn(config.home, client.merchant, to)
    const after = values.after ?? (await place.read()) ?? 'now'
    const stopping = new AbortController()
    void whenStopped().then(() => {
      stopping.abort()
      void client.close() // What waits for the next event does not hold us up.
    })
    console.log(`Eventos de ${client.merchant.baseUrl} → ${to}. Ctrl-C para; na volta nada se perde.`)
    const clock = systemClock()
    await forwardEvents({
      client,
      to,
      after,
      types: values.types,
      keep: place.keep,
      say: console.log,
      nowMs: () => clock.now().getTime(),
      signal: stopping.signal,
    })
    await client.close()
    console.log('Parado. Na volta continua do próximo evento.')
    return 0
  },
}

/** Where the events of one gateway and account to one address stand, kept over the end of this process. */
function placeIn(home: string, { baseUrl, secretKey }: Merchant, to: string) {
  const name = createHash('sha256').update(`${baseUrl} ${secretKey} ${to}`).digest('hex').slice(0, 16)
  const path = join(home, 'listen', name)
  return {
    read: async (): Promise<string | undefined> => {
      const text = await readFile(path, 'utf8').catch(() => '')
      return /^\d+$/.test(text) ? text : undefined
    },
    /** Whole or not at all. */
    keep: async (place: string): Promise<void> => {
      await mkdir(join(home, 'listen'), { recursive: true })
      await writeFile(`${path}.new`, place)
      await rename(`${path}.new`, path)
    },
  }
}
