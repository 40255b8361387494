import type { App } from '../../app.ts'
import { realNow } from '../../primitives/clock.ts'
import { readsOf } from '../../providers/going-live/port-reads.ts'
import { FolderNotPrepared } from '../../providers/ports/outgoing-folder.ts'
import { allProviders, type ProviderRow } from '../../providers/provider-store.ts'
import { certificateFindings, reasonOf } from './certificate-findings.ts'
import { type Check, type Seen, sameText } from './check.ts'
import { type Finding, finding } from './finding.ts'

type Deps = Pick<App, 'sql' | 'providers' | 'clock'>

/** The settings of all providers, without a call. */
export const providersCheck = ({ sql, providers }: Deps): Check => ({
  name: { pt: 'provedores', en: 'providers' },
  async run() {
    const rows = await allProviders(sql)
    const findings: Finding[] = []
    if (rows.length === 0) findings.push(finding('provider-none'))
    for (const { id, kind, name, callbackRegistered } of rows) {
      if (callbackRegistered === false) findings.push(finding('callback-not-taken', { name, id }))
      if (providers.kindOf(id) === undefined)
        findings.push(finding('provider-kind-unknown', { name, kind }))
    }
    for (const ids of providers.sharedContracts()) {
      const shared = rows.filter(({ id }) => ids.includes(id))
      const names = shared.map(({ id, name }) => `${name} (${id})`).join(', ')
      findings.push(finding('contracts-shared', { names }))
    }
    return { findings, facts: sameText(rows.length) }
  },
})

/** One check for each provider that this version knows: it asks for a payment that is not there. */
export async function providerCallChecks(deps: Deps): Promise<Check[]> {
  const rows = await allProviders(deps.sql)
  return rows
    .filter(({ id }) => deps.providers.kindOf(id) !== undefined)
    .map((row) => ({
      name: { pt: `provedor ${row.name}`, en: `provider ${row.name}` },
      run: (signal) => callProvider(deps, row, signal),
    }))
}

async function callProvider(deps: Deps, row: ProviderRow, signal: AbortSignal): Promise<Seen> {
  const { id, name, kind } = row
  const endsAt = deps.providers.certificateEndsAt(id)
  const findings = certificateFindings({ id, name, endsAt, now: realNow(deps.clock) })
  // An expired certificate explains every failed call.
  if (findings.some(({ severity }) => severity === 'error')) return { findings }
  const rail = deps.providers.kinds[kind]?.rail
  if (!rail) return { findings }
  // A query for a payment that does not exist: the credentials are checked, and nothing changes.
  const [query] = readsOf(deps.providers[rail](id), deps.clock.now())
  const found = await query.run(AbortSignal.any([signal, AbortSignal.timeout(callMs)]))
  if (found.kind !== 'unknown') return { findings }
  if (found.cause instanceof FolderNotPrepared)
    return { findings: [...findings, finding('folder-not-prepared', { name, id })] }
  const reason = reasonOf(found.cause)
  const code = isRefusal.test(reason) ? 'provider-rejects' : 'provider-unreachable'
  return { findings: [...findings, finding(code, { name, id, reason })] }
}

const isRefusal = /\b(?:401|403)\b|answered 400/
const callMs = 12_000
