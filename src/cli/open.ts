import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Config } from '../config.ts'
import { isUuid } from '../primitives/id.ts'
import type { CliCommand } from './command.ts'
import { addMerchantOptions, type MerchantOptions, openMerchantClient } from './merchant-client.ts'
import { present } from './output.ts'
import { expect200 } from './trigger-shop.ts'
import { UsageError } from './usage-error.ts'

export const openCommand: CliCommand = {
  addTo(command, run) {
    addMerchantOptions(command)
      .argument('[O QUE]', 'dashboard, docs, ou o id de um pagamento; sem isto, dashboard')
      .action(
        run(async (config, what: string | undefined, options: MerchantOptions) => {
          const url = await addressOf(config, what ?? 'dashboard', options)
          present({ url }, () => console.log(url))
          if (process.stdout.isTTY) await openInBrowser(url)
          return 0
        }),
      )
  },
}

async function addressOf(config: Config, what: string, options: MerchantOptions): Promise<string> {
  if (!isUuid(what) && what !== 'dashboard' && what !== 'docs')
    throw new UsageError(
      `não é possível abrir "${what}": use dashboard, docs, ou o id de um pagamento`,
    )
  const client = await openMerchantClient(config, options)
  try {
    if (!isUuid(what)) return new URL(`/${what}`, client.merchant.baseUrl).href
    const answer = await client.call('GET', `/api/user/transactions/${what}`)
    const { secureUrl } = expect200(answer, 'a consulta') as { secureUrl: string }
    return webAddress(secureUrl)
  } finally {
    await client.close()
  }
}

/** A program of the machine opens the address: it must be one of a page. */
function webAddress(text: string): string {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new Error('the page of a payment is not on the web')
  return url.href
}

/** Where there is no browser the printed address is enough. */
async function openInBrowser(url: string): Promise<void> {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open']
  const opening = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  await Promise.race([once(opening, 'spawn'), once(opening, 'error')]).catch(() => {})
  opening.unref()
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}
