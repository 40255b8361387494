import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAuthority } from '../../../sandbox/authority.ts'
import { openWorld } from '../../../sandbox/open-world.ts'
import { startPix } from '../../../sandbox/pix/start-pix.ts'
import type { Simulator } from '../../../sandbox/world.ts'
import { systemClock } from '../../../src/primitives/clock.ts'
import { until } from '../time-limit.ts'
import type { ShopClient } from './shop-client.ts'

/** A bank with API Pix, and the certificate of a gateway that it trusts. */
export interface Bank {
  /** What `guiche providers add api-pix` reads. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The authority of its certificates, PEM. */
  readonly authority: string
  /** Writes a certificate for a hostname, whose notices the bank delivers: its two files. */
  certify(hostname: string, folder: string): Promise<{ certificate: string; key: string }>
  /** Pays a code as a payer. */
  pay(code: string): Promise<void>
  close(): Promise<void>
}

export async function openBank(home: string): Promise<Bank> {
  const world = openWorld({ home, now: systemClock().now })
  const bank: Simulator = await startPix(world, { host: '127.0.0.1', port: 0 })
  const authority = await openAuthority(home)
  const due = setInterval(() => void bank.runDue?.(), 200)
  return {
    settings: bank.credentials,
    authority: authority.certificate,
    async certify(hostname, folder) {
      const { certificate, privateKey } = await authority.site(hostname)
      await mkdir(folder, { recursive: true })
      const files = { certificate: join(folder, 'site.pem'), key: join(folder, 'site-key.pem') }
      await writeFile(files.certificate, certificate)
      await writeFile(files.key, privateKey, { mode: 0o600 })
      return files
    },
    pay: async (code) => void (await bank.pay?.(code, undefined)),
    async close() {
      clearInterval(due)
      await bank.stop()
      world.db.close()
    },
  }
}

/** Sells a PIX and pays it. Returns the seconds until the gateway knew. */
export async function firstSale(bank: Bank, shop: ShopClient): Promise<number> {
  const { id, pix } = await shop.sell('first')
  const paidAt = Date.now()
  await bank.pay(pix?.qrcode ?? '')
  await until('the first payment is paid', async () => (await shop.find(id)).status === 'PAID')
  return (Date.now() - paidAt) / 1000
}
