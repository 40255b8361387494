import type { Config } from '../../config.ts'
import { type ExchangeOutcome, openGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { privateNetworks } from '../merchant-client.ts'
import type { Check } from './check.ts'
import { type Finding, finding } from './finding.ts'

/**
 * The gateway speaks http, and its address in production is https: a proxy ends TLS before it, and
 * without its address every payer counts as that proxy.
 */
export const proxiesCheck = ({ mode, trustedProxies }: Config): Check => ({
  name: { pt: 'proxies', en: 'proxies' },
  async run() {
    const isMissing = mode === 'production' && trustedProxies.length === 0
    return { findings: isMissing ? [finding('proxies-not-trusted')] : [] }
  },
})

/** The address that payers, banks and shops use leads to this gateway. A laptop has none. */
export const baseUrlCheck = ({ baseUrl }: Pick<Config, 'baseUrl'>): Check => ({
  name: { pt: 'GUICHE_BASE_URL', en: 'GUICHE_BASE_URL' },
  async run() {
    if (baseUrl === undefined) return { findings: [] }
    const client = openGuardedFetch({
      rules: {
        allowHttp: true,
        extraPorts: 'any',
        allowedSubnets: privateNetworks,
        deniedSubnets: [],
      },
      limits: { wholeMs: 10_000 },
    })
    try {
      const url = `${baseUrl}/health/live`
      const outcome = await client.send({ url, method: 'GET', scope: 'doctor' })
      const found = addressFinding(baseUrl, outcome)
      return { findings: found ? [found] : [] }
    } finally {
      await client.close()
    }
  },
})

function addressFinding(url: string, outcome: ExchangeOutcome): Finding | undefined {
  if (outcome.kind === 'refused')
    return finding('base-url-elsewhere', { url, reason: 'DESTINATION_REFUSED' })
  if (outcome.kind !== 'answered') {
    const { reason } = outcome
    const code = isCertificateProblem.test(reason) ? 'base-url-certificate' : 'base-url-elsewhere'
    return finding(code, { url, reason })
  }
  return isLive(outcome.body)
    ? undefined
    : finding('base-url-elsewhere', { url, reason: `HTTP ${outcome.status}` })
}

/** Codes of OpenSSL and of Node for a certificate that is not accepted. */
const isCertificateProblem = /CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME/

function isLive(body: Buffer): boolean {
  try {
    const { data } = JSON.parse(body.toString('utf8')) as { data?: { live?: unknown } }
    return data?.live === true
  } catch {
    return false
  }
}
