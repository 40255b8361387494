import { statfs } from 'node:fs/promises'
import type { App } from '../../app.ts'
import { connectionBudget } from '../../db/connection-budget.ts'
import { type DatabaseState, databaseState, findLimits, roleRights } from '../../db/role-store.ts'
import { missingLimits } from '../../db/session-limits.ts'
import { type Check, sameText } from './check.ts'
import { diskIsNearlyFull } from './disk.ts'
import { type Finding, finding, settingFinding } from './finding.ts'

export const databaseCheck = ({ sql, config }: Pick<App, 'sql' | 'config'>): Check => ({
  name: { pt: 'banco de dados', en: 'database' },
  async run() {
    const state = await databaseState(sql)
    const findings: Finding[] = []
    if (state.commit === 'off') findings.push(finding('commits-not-durable'))
    const { wanted, free } = connectionBudget(state, { ...config, processes: 1 })
    if (wanted > free) findings.push(finding('database-connections-few', { wanted, free }))
    if (config.databaseDirectUrl !== undefined) {
      const missing = missingLimits(await findLimits(sql))
      if (missing) findings.push(settingFinding(missing))
    }
    if (config.mode === 'production') findings.push(...logFindings(state))
    const facts = sameText(`PostgreSQL ${state.version}, synchronous_commit=${state.commit}`)
    return { findings, facts }
  },
})

/** The DETAIL of an error prints rows, and its parameters too. */
function logFindings({ logVerbosity, logParameters }: DatabaseState): Finding[] {
  const findings: Finding[] = []
  if (logVerbosity !== 'terse')
    findings.push(finding('database-log-verbose', { name: 'log_error_verbosity', wanted: 'terse' }))
  if (logParameters !== '0')
    findings.push(
      finding('database-log-verbose', { name: 'log_parameter_max_length_on_error', wanted: '0' }),
    )
  return findings
}

/** Only production needs a role of its own. On a laptop the owner of the tables is the gateway. */
export const roleCheck = ({ sql, config }: Pick<App, 'sql' | 'config'>): Check => ({
  name: { pt: 'papel do PostgreSQL', en: 'role of PostgreSQL' },
  async run() {
    const { role, ownsTables, mayRewriteHistory, usesTls } = await roleRights(sql)
    const facts = {
      pt: `${role}, ${usesTls ? 'com' : 'sem'} TLS`,
      en: `${role}, ${usesTls ? 'with' : 'without'} TLS`,
    }
    if (config.mode !== 'production') return { findings: [], facts }
    if (ownsTables) return { findings: [finding('role-owns-tables', { role })], facts }
    const findings = mayRewriteHistory ? [finding('role-rewrites-history', { role })] : []
    return { findings, facts }
  },
})

export const clockCheck = ({ clockFollower }: Pick<App, 'clockFollower'>): Check => ({
  name: { pt: 'relógio', en: 'clock' },
  async run() {
    const skewMs = Math.abs(clockFollower.skewMs())
    const seconds = Math.round(skewMs / 1_000)
    return { findings: skewMs > longestSkewMs ? [finding('clock-skew', { seconds })] : [] }
  },
})

const longestSkewMs = 2_000

/** The disk of the home, which has the embedded PostgreSQL. Production keeps nothing in it. */
export const diskCheck = ({ config: { home } }: Pick<App, 'config'>): Check => ({
  name: { pt: 'disco', en: 'disk' },
  async run() {
    const disk = await statfs(home).catch(() => statfs('.'))
    const [freeBytes, totalBytes] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize]
    const freeMegabytes = Math.floor(freeBytes / 2 ** 20)
    const findings = diskIsNearlyFull({ freeBytes, totalBytes })
      ? [finding('disk-nearly-full', { path: home, freeMegabytes })]
      : []
    const facts = { pt: `${freeMegabytes} MB livres`, en: `${freeMegabytes} MB are free` }
    return { findings, facts }
  },
})
