import { allAccounts } from '../../accounts/account-list-store.ts'
import { accountRulesOf } from '../../accounts/account-rules.ts'
import { notReady } from '../../accounts/not-ready.ts'
import type { App } from '../../app.ts'
import { lastAuditRun } from '../../books-audit/audit-run-store.ts'
import { cashoutStop } from '../../books-audit/cashout-stop-store.ts'
import { mailState } from '../../mail/mail-health.ts'
import { mailBacklog } from '../../mail/mail-store.ts'
import { dayMs } from '../../primitives/durations.ts'
import { refusedDestinations } from '../../webhooks/refused-destination-store.ts'
import { type Check, sameText } from './check.ts'
import { type Finding, finding } from './finding.ts'

export const tokensCheck = ({ config, clock }: Pick<App, 'config' | 'clock'>): Check => ({
  name: { pt: 'tokens do operador', en: 'operator tokens' },
  async run() {
    const nowMs = clock.now().getTime() - clock.offsetMs()
    const { adminTokenUntil: until, previousAdminToken: previous } = config.secrets
    const findings: Finding[] = []
    if (until !== undefined && until.getTime() <= nowMs) findings.push(finding('admin-token-ended'))
    else if (until !== undefined && until.getTime() - nowMs < fortnightMs)
      findings.push(finding('admin-token-ending', { at: until }))
    if (previous && previous.until.getTime() <= nowMs)
      findings.push(finding('previous-token-ended'))
    return { findings }
  },
})

/** Active accounts that can neither sell nor withdraw. */
export const accountsCheck = ({ sql, config }: Pick<App, 'sql' | 'config'>): Check => ({
  name: { pt: 'contas', en: 'accounts' },
  async run(signal) {
    const rules = accountRulesOf(config)
    const unusable: string[] = []
    let count = 0
    for await (const account of allAccounts(sql)) {
      if (signal.aborted) break
      count += 1
      if (account.status === 'active' && notReady(account, rules).length === everyUse)
        unusable.push(account.id)
    }
    const others = unusable.length > mostNamed ? `, + ${unusable.length - mostNamed}` : ''
    const names = unusable.slice(0, mostNamed).join(', ') + others
    const findings = unusable.length > 0 ? [finding('accounts-unusable', { names })] : []
    return { findings, facts: sameText(count) }
  },
})

/** The uses that `notReady` lists: PIX, boleto, card and cashout. */
const everyUse = 4
const mostNamed = 5

/** Notices whose addresses are refused here: private networks and other ports. */
export const webhooksCheck = ({ sql }: Pick<App, 'sql'>): Check => ({
  name: { pt: 'endereços dos avisos às lojas', en: 'addresses of notices to shops' },
  async run() {
    const refused = await refusedDestinations(sql, mostNamed)
    if (refused.length === 0) return { findings: [] }
    const endpoints = refused.map(({ endpoint }) => endpoint).join(', ')
    return { findings: [finding('webhooks-refused', { endpoints })] }
  },
})

/** A worker audits the books every minute, so an old run shows that no worker runs. */
export const workerCheck = ({ sql }: Pick<App, 'sql'>): Check => ({
  name: { pt: 'worker', en: 'worker' },
  async run() {
    const auditRun = await lastAuditRun(sql)
    if (!auditRun) return { findings: [finding('worker-never')] }
    if (auditRun.ageSeconds <= longestIdleSeconds) return { findings: [] }
    const minutes = Math.floor(auditRun.ageSeconds / 60)
    return { findings: [finding('worker-idle', { minutes })] }
  },
})

const longestIdleSeconds = 300

export const cashoutsCheck = ({ sql }: Pick<App, 'sql'>): Check => ({
  name: { pt: 'saques', en: 'cashouts' },
  async run() {
    const stop = await cashoutStop(sql)
    if (!stop) return { findings: [] }
    const { reason, breaches, waitsForSweep } = stop
    const findings: Finding[] = []
    if (waitsForSweep) findings.push(finding('restore-not-swept'))
    if (!waitsForSweep || breaches.length > 0)
      findings.push(finding('cashouts-stopped', { reason }))
    return { findings }
  },
})

/** Whether mails leave, and those of the last week that never will. */
export const mailCheck = ({
  sql,
  clock,
  config,
}: Pick<App, 'sql' | 'clock' | 'config'>): Check => ({
  name: { pt: 'e-mails por enviar', en: 'mails to send' },
  async run() {
    const now = clock.now()
    const backlog = await mailBacklog(sql, new Date(now.getTime() - weekMs))
    const { waiting, givenUp, lastError } = backlog
    // On a laptop `npm start` gives the gateway its mail server, and this process does not know it.
    const isConfigured = config.mail !== undefined || config.mode === 'sandbox'
    const state = mailState(backlog, { isConfigured, now })
    const findings: Finding[] = []
    if (state === 'not-configured') findings.push(finding('mail-not-configured'))
    if (state === 'stuck') findings.push(finding('mail-stuck'))
    if (givenUp > 0)
      findings.push(finding('mail-given-up', { count: givenUp, lastError: lastError ?? '-' }))
    return { findings, facts: sameText(waiting) }
  },
})

const weekMs = 7 * dayMs
const fortnightMs = 14 * dayMs
