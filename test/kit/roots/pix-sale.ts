import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openAuthority } from '../../../sandbox/authority.ts'
import { openWorld } from '../../../sandbox/open-world.ts'
import { startPix } from '../../../sandbox/pix/start-pix.ts'
import type { Simulator } from '../../../sandbox/world.ts'
import { systemClock } from '../../../src/primitives/clock.ts'
import { until } from '../time-limit.ts'

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

/** Sells a PIX at a gateway and pays it. Returns the seconds until the gateway knew. */
export async function firstSale(
  bank: Bank,
  { baseUrl, key }: { readonly baseUrl: string; readonly key: string },
): Promise<number> {
  const authorization = `Basic ${Buffer.from(`x:${key}`).toString('base64')}`
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}${path}`, { ...init, headers })
    const body = (await response.json()) as { data: ShownSale; message: string }
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${body.message}`)
    return body.data
  }
  const order = JSON.stringify({ paymentMethod: 'PIX', amount: 25_00 })
  const sale = await call('/api/user/transactions', { method: 'POST', body: order })
  const paidAt = Date.now()
  await bank.pay(sale.pix?.qrcode ?? '')
  const isPaid = async () => (await call(`/api/user/transactions/${sale.id}`)).status === 'PAID'
  await until('the first payment is paid', isPaid)
  return (Date.now() - paidAt) / 1000
}

interface ShownSale {
  readonly id: string
  readonly status: string
  readonly pix?: { readonly qrcode: string }
}
