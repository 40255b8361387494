import { localDate } from '../../brazil/local-time.ts'
import { isHandshakeRefused } from '../../outbound/certificate-problem.ts'
import { dayMs } from '../../primitives/durations.ts'
import { type PortRead, type ReadResult, readsOf } from '../../providers/going-live/port-reads.ts'
import { findMissingScopes, type ScopedAccess } from '../../providers/going-live/scopes.ts'
import { readServerCertificate } from '../../providers/going-live/server-certificate-client.ts'
import { type TlsHost, tlsHostsIn } from '../../providers/going-live/tls-hosts.ts'
import { certificateEnd } from '../../providers/health/certificate-end.ts'
import { TokenRefused } from '../../providers/http/oauth-client.ts'
import {
  type Exchange,
  type ProviderAnswer,
  recordExchanges,
} from '../../providers/http/provider-client.ts'
import {
  type CallbackRegistration,
  callbackRegistrationOf,
} from '../../providers/ports/callback.ts'
import { FolderNotPrepared } from '../../providers/ports/outgoing-folder.ts'
import type { Port, ProviderKind } from '../../providers/registry.ts'
import { certificateFindings, reasonOf } from './certificate-findings.ts'
import { type Check, type CheckReport, runCheck, type Seen, sameText } from './check.ts'
import { type Finding, finding } from './finding.ts'

/** A provider on its way to production. */
export interface ProviderToCheck {
  readonly id: string
  readonly name: string
  readonly kind: Pick<ProviderKind, 'open' | 'scopes' | 'sendsNotices'>
  readonly settings: unknown
  /** When it last called our address for notices. */
  readonly noticedAt: Date | null
  /** Whether notices to this address come to this gateway. */
  isOurCallback(url: string): Promise<boolean>
  /** Real time, which no sandbox moves. */
  now(): Date
}

/**
 * Walks a provider from certificate to clock, and moves no money. It has connections and a token of
 * its own, so that nothing depends on what a running gateway has cached.
 */
export async function checkProvider(provider: ProviderToCheck): Promise<CheckReport[]> {
  const port = provider.kind.open(provider.settings)
  const exchanges: TimedExchange[] = []
  try {
    const reports = [await runCheck(ownCertificateCheck(provider))]
    for (const host of tlsHostsIn(provider.settings))
      reports.push(await runCheck(serverCertificateCheck(provider, host)))
    for (const each of callChecks(provider, port, exchanges)) {
      const report = await runCheck(each)
      reports.push(report)
      // Every later call would fail for the same reason.
      if (report.findings.some(({ code }) => endsTheWalk.has(code))) break
    }
    return [...reports, await runCheck(clockCheck(provider, exchanges))]
  } finally {
    await port.close?.()
  }
}

const endsTheWalk: ReadonlySet<string> = new Set([
  'provider-rejects',
  'provider-unreachable',
  'certificate-refused',
  'scope-refused',
])

function ownCertificateCheck({ id, name, settings, now }: ProviderToCheck): Check {
  return {
    name: { pt: 'nosso certificado', en: 'our certificate' },
    async run() {
      const endsAt = certificateEnd(settings)
      const until = endsAt && localDate(endsAt)
      return {
        findings: certificateFindings({ id, name, endsAt, now: now() }),
        facts: until ? { pt: `até ${until}`, en: `until ${until}` } : { pt: 'nenhum', en: 'none' },
      }
    },
  }
}

const serverCertificateCheck = ({ id, name, now }: ProviderToCheck, host: TlsHost): Check => {
  const { host: address } = new URL(host.origin)
  return {
    name: { pt: `certificado de ${address}`, en: `certificate of ${address}` },
    async run(signal) {
      const seen = await readServerCertificate(host, signal)
      if (seen.kind !== 'valid') {
        const at = { name, id, host: address, reason: seen.reason }
        const code = serverFindings[seen.kind]
        return { findings: [finding(code, at)] }
      }
      const { endsAt, issuer } = seen
      const until = localDate(endsAt)
      const isEnding = endsAt.getTime() - now().getTime() < 7 * dayMs
      return {
        findings: isEnding
          ? [finding('server-certificate-ending', { name, host: address, at: endsAt })]
          : [],
        facts: { pt: `${issuer}, até ${until}`, en: `${issuer}, until ${until}` },
      }
    },
  }
}

const serverFindings = {
  invalid: 'server-certificate',
  refused: 'certificate-refused',
  unreachable: 'server-unreachable',
} as const

/** The checks that call the provider, in their order. */
function callChecks(provider: ProviderToCheck, port: Port, exchanges: TimedExchange[]): Check[] {
  const access = provider.kind.scopes(provider.settings)
  return [
    ...(access ? [scopesCheck(provider, access)] : []),
    ...readsOf(port, provider.now()).map((read, index) =>
      readCheck({ provider, read, isFirst: index === 0 }, exchanges),
    ),
    callbackCheck(provider, callbackRegistrationOf(port)),
  ]
}

const scopesCheck = ({ id, name }: ProviderToCheck, access: ScopedAccess): Check => ({
  name: { pt: 'credencial e escopos', en: 'credential and scopes' },
  async run(signal) {
    const found = await findMissingScopes(access, signal)
    if (found.kind === 'scopes-refused')
      return {
        findings: found.scopes.map((scope) => finding('scope-refused', { name, id, scope })),
      }
    if (found.kind !== 'checked') {
      const reason = reasonOf(found.cause)
      const code = found.kind === 'refused' ? 'provider-rejects' : troubleCode(reason)
      return { findings: [finding(code, { name, id, reason })] }
    }
    return {
      findings: found.missing.map((scope) => finding('scope-missing', { name, id, scope })),
      facts: sameText(access.needed.filter((each) => !found.missing.includes(each)).join(' ')),
    }
  },
})

const troubleCode = (reason: string) =>
  isHandshakeRefused(reason) ? 'certificate-refused' : 'provider-unreachable'

/** An exchange, and the time in which it took place. */
interface TimedExchange extends Exchange {
  readonly startedAt: Date
  readonly endedAt: Date
}

interface ReadToCheck {
  readonly provider: ProviderToCheck
  readonly read: PortRead
  /** It checks the credentials. Later reads may have a contract and an address of their own. */
  readonly isFirst: boolean
}

const readCheck = (toCheck: ReadToCheck, seen: TimedExchange[]): Check => ({
  name: toCheck.read.name,
  async run(signal) {
    const { provider, read } = toCheck
    const startedAt = provider.now()
    const { result, exchanges } = await recordExchanges(() => read.run(signal))
    const endedAt = provider.now()
    seen.push(...exchanges.map((each) => ({ ...each, startedAt, endedAt })))
    if (result.kind !== 'unknown') return { findings: [] }
    return { findings: [readFinding(toCheck, result, exchanges.at(-1)?.answer)] }
  },
})

function readFinding(
  { provider: { id, name }, read, isFirst }: ReadToCheck,
  { cause }: ReadResult,
  answer: ProviderAnswer | undefined,
): Finding {
  if (cause instanceof FolderNotPrepared) return finding('folder-not-prepared', { name, id })
  const reason = reasonOf(cause)
  const status = answer?.kind === 'answered' ? answer.status : undefined
  const isRejected = isTokenRefused(cause) || status === 401
  if (isFirst && isRejected) return finding('provider-rejects', { name, id, reason })
  if (isRejected || status === 403) return finding('read-forbidden', { name, read: read.name })
  if (isFirst && answer && status === undefined)
    return finding(troubleCode(reason), { name, id, reason })
  return finding('read-failed', { name, read: read.name, reason })
}

const isTokenRefused = (cause: unknown): boolean =>
  cause instanceof Error && (cause instanceof TokenRefused || isTokenRefused(cause.cause))

/** An acquirer does not tell which address it calls: a notice that came is the only proof. */
const callbackCheck = (
  provider: ProviderToCheck,
  bank: CallbackRegistration | undefined,
): Check => ({
  name: { pt: 'endereço dos avisos', en: 'address of notices' },
  run: (signal) => (bank ? registeredCallback(provider, bank, signal) : calledBefore(provider)),
})

async function registeredCallback(
  { id, name, isOurCallback }: ProviderToCheck,
  bank: CallbackRegistration,
  signal: AbortSignal,
): Promise<Seen> {
  const found = await bank.findCallback(signal)
  if (found.kind === 'not-found') return { findings: [finding('callback-missing', { name, id })] }
  if (found.kind === 'unknown') {
    const read = { pt: 'consulta do endereço dos avisos', en: 'query of the address of notices' }
    return { findings: [finding('read-failed', { name, read, reason: reasonOf(found.cause) })] }
  }
  if (await isOurCallback(found.url)) return { findings: [] }
  const host = URL.parse(found.url)?.host ?? '?'
  return { findings: [finding('callback-elsewhere', { name, id, host })] }
}

async function calledBefore({ id, name, kind, noticedAt }: ProviderToCheck): Promise<Seen> {
  if (!kind.sendsNotices)
    return { findings: [], facts: { pt: 'este provedor não avisa', en: 'it sends no notices' } }
  if (!noticedAt) return { findings: [finding('callback-never-called', { name, id })] }
  const at = noticedAt.toISOString()
  return { findings: [], facts: { pt: `último aviso em ${at}`, en: `last notice at ${at}` } }
}

const tolerableMs = 30_000

/** The times of tokens, charges and statements depend on both clocks. */
const clockCheck = ({ name }: ProviderToCheck, exchanges: readonly TimedExchange[]): Check => ({
  name: { pt: 'relógio', en: 'clock' },
  async run() {
    const differences = exchanges.flatMap(({ answer, startedAt, endedAt }) => {
      const date = answer.kind === 'answered' ? Date.parse(answer.headers.date ?? '') : Number.NaN
      return Number.isNaN(date) ? [] : [distanceMs(date, startedAt, endedAt)]
    })
    if (differences.length === 0)
      return {
        findings: [],
        facts: { pt: 'nenhuma resposta com hora', en: 'no response has a time' },
      }
    const seconds = Math.round(Math.min(...differences) / 1_000)
    return {
      findings: seconds * 1_000 > tolerableMs ? [finding('provider-clock', { name, seconds })] : [],
      facts: { pt: `${seconds} s de diferença`, en: `${seconds} s of difference` },
    }
  },
})

/** From an instant, which is known to the second, to the nearest one of a span, ms. */
const distanceMs = (instant: number, from: Date, until: Date): number =>
  Math.max(0, from.getTime() - (instant + 999), instant - until.getTime())
