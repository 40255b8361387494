import type { App } from '../../app.ts'
import { randomId } from '../../primitives/id.ts'
import { allProviders, type ProviderRow } from '../../providers/provider-store.ts'
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
  const { id, name } = row
  const endsAt = deps.providers.certificateEndsAt(id)
  const nowMs = deps.clock.now().getTime() - deps.clock.offsetMs()
  // An expired certificate explains every failed call.
  if (endsAt && endsAt.getTime() <= nowMs)
    return { findings: [finding('certificate-expired', { name, id, at: endsAt })] }
  const ending =
    endsAt && endsAt.getTime() - nowMs < monthMs
      ? [finding('certificate-ending', { name, id, at: endsAt })]
      : []
  const found = await query(deps, row, AbortSignal.any([signal, AbortSignal.timeout(callMs)]))
  if (found.kind !== 'unknown') return { findings: ending }
  const reason = reasonOf(found.cause)
  const code = isRefusal.test(reason) ? 'provider-rejects' : 'provider-unreachable'
  return { findings: [...ending, finding(code, { name, id, reason })] }
}

/** A query for a payment that does not exist: the credentials are checked, and nothing changes. */
function query(
  { providers }: Deps,
  { id, kind }: ProviderRow,
  signal: AbortSignal,
): Promise<Found> {
  const reference = randomId().replaceAll('-', '')
  switch (providers.kinds[kind]?.rail) {
    case 'card':
      return providers.card(id).findSale(reference.slice(0, 20), signal)
    case 'pix':
      return providers.pix(id).findCharge(reference, signal)
    case 'boleto':
      return providers.boleto(id).find('00000000000000000000', signal)
    case 'payout':
      return providers.payout(id).find(reference, signal)
    case undefined:
      return Promise.resolve({ kind: 'not-found' })
  }
}

interface Found {
  readonly kind: string
  readonly cause?: unknown
}

/** The messages of an error and of its causes. They hold nothing of a request or a response. */
function reasonOf(cause: unknown): string {
  const messages: string[] = []
  for (let each = cause; each instanceof Error; each = each.cause) messages.push(each.message)
  return messages.join(': ') || 'sem motivo'
}

const isRefusal = /\b(?:401|403)\b|answered 400/
const callMs = 12_000
const monthMs = 30 * 24 * 3_600_000
