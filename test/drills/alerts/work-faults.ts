import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { seedMerchant } from '../../../scripts/seed.ts'
import { casePage } from '../../../src/cases/case-store.ts'
import { resolveCase } from '../../../src/cases/resolve-case.ts'
import { queueMail } from '../../../src/mail/queue-mail.ts'
import { storedMonths } from '../../../src/months/month-store.ts'
import { mailExamples } from '../../kit/mail-examples.ts'
import { openReceiver } from '../../kit/receiver.ts'
import { openShop } from '../../kit/shop.ts'
import { until } from '../../kit/time-limit.ts'
import type { AlertDrill, Fault } from './fault.ts'
import { sellTo } from './load.ts'

/** An audit of the books is claimed every five seconds until it succeeds. */
const auditsFail: Fault = {
  what: 'the role of the gateway loses the right to store the checks of the books',
  alerts: ['GuicheJobFailing', 'GuicheSampleOld'],
  lasting: ['GuicheJobFailing'],
  longestMs: 340_000,
  async make({ world: { app } }) {
    await app.sql`revoke insert, update on ledger_samples from current_user`
    return () => app.sql`grant insert, update on ledger_samples to current_user`
  },
}

const workerDead: Fault = {
  what: 'the only worker is dead for three hours, and the coming months are gone',
  alerts: ['GuicheWorkStuck', 'GuicheWebhooksLate', 'GuicheMonthMissing'],
  lasting: ['GuicheWebhooksLate'],
  async make({ world, pass }) {
    const { shops, receiver, servers } = world
    await servers.worker.kill()
    await dropComingMonths(world)
    await sellTo(shops[0], 'PIX')
    await sellTo(shops[0], 'CREDIT_CARD', `${receiver.url}/webhook`)
    await pass('PT3H')
    return () => servers.worker.start()
  },
}

async function dropComingMonths({ app: { sql, clock } }: AlertDrill['world']): Promise<void> {
  for (const { table, month } of await storedMonths(sql))
    if (month > clock.now().toISOString())
      await sql.unsafe(`drop table months.${table}_${month.slice(0, 7).replace('-', '_')}`)
}

const mailServerDown: Fault = {
  what: 'the mail server accepts no connection',
  alerts: ['GuicheMailsStuck'],
  async make({ world, restart, pass }) {
    const { app, sandbox } = world
    const from = { MAIL_FROM: 'pagamentos@exemplo.com.br' }
    await restart('worker', { ...from, SMTP_URL: 'smtp://127.0.0.1:1' })
    const data = mailExamples.invitation.pt
    const mail = { to: 'ana@loja.example', language: 'pt', template: 'invitation', data } as const
    await app.sql.begin((tx) => queueMail(app, tx, mail))
    await pass('PT20M')
    return async () => {
      await restart('worker', { ...from, SMTP_URL: String(sandbox.credentials.mail?.smtpUrl) })
      await pass('PT2H')
    }
  },
}

const remittancesGone: Fault = {
  what: 'the folder of the remittances of a bank is not mounted: its mark is missing',
  alerts: ['GuicheRemittanceStuck'],
  async make({ world, pass }) {
    const { app, providers, sandbox, receiver, shops } = world
    const ids = { ...providers.ids, boleto: providers.all['boleto-files'] ?? '' }
    const shop = openShop({
      ...{ baseUrl: shops[0].baseUrl, sandboxUrl: sandbox.controlUrl, receiver },
      merchant: await seedMerchant(app, { ids, name: 'Loja com boletos por arquivo' }),
    })
    const mark = join(app.config.home, 'boleto-files/remittances/.guiche')
    await rename(mark, `${mark}-gone`)
    await sellTo(shop, 'BOLETO')
    // In the last minutes of a day an instruction waits for the next one.
    await pass('P1D')
    await until('its file has a number', async () => {
      const files = await app.sql`select from remittance_files where published_at is null`
      return files.length > 0
    })
    await pass('PT65M')
    return async () => {
      await rename(`${mark}-gone`, mark)
      await pass('PT10M')
    }
  },
}

/** The waits before the tries of a webhook after the first one, with their longest jitter. */
const retryWaits = [5, 30, 120, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200].concat(
  Array.from({ length: 3 }, () => 86_400),
)
const longestJitter = 1.2
const receiverCount = 25

const fiveBadDays: Fault = {
  what: 'for five days 25 receivers return 500, and a file of the acquirer has a wrong amount',
  alerts: ['GuicheWebhooksFailing', 'GuicheWebhooksGivenUp', 'GuicheCaseOld'],
  lasting: ['GuicheWebhooksFailing', 'GuicheWebhooksGivenUp'],
  async make({ world, pass }) {
    const { app, shops } = world
    const [shop] = shops
    const fault = { provider: 'cielo', operation: 'settlement-file', fault: 'wrong-amount' }
    await shop.control('POST', '/faults', fault)
    const receivers = await Promise.all(Array.from({ length: receiverCount }, () => openReceiver()))
    for (const each of receivers) each.answerWith(...Array.from({ length: 1_000 }, () => 500))
    for (const each of receivers) await sellTo(shop, 'CREDIT_CARD', `${each.url}/webhook`)
    const tried = (times: number) =>
      until(`each webhook is tried ${times} times`, () =>
        receivers.every(({ all }) => all.length >= times),
      )
    await tried(1)
    for (const [index, seconds] of retryWaits.entries()) {
      await pass(`PT${seconds * longestJitter + 1}S`)
      await tried(index + 2)
    }
    return async () => {
      for (const each of receivers) each.answerWith()
      const { rows } = await casePage(app.sql, { statuses: ['OPEN'] }, { limit: 50 })
      const person = { resolvedBy: 'Maria', note: 'the acquirer has corrected it' }
      for (const { id } of rows) await resolveCase(app, id, person)
      for (const each of receivers) await each.close()
    }
  },
}

export const workPart = {
  slow: auditsFail,
  faults: [mailServerDown, workerDead, remittancesGone, fiveBadDays],
}
