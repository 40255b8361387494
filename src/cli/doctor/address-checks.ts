import type { Config } from '../../config.ts'
import { isCertificateProblem } from '../../outbound/certificate-problem.ts'
import { type ExchangeOutcome, openGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { privateNetworks } from '../merchant-client.ts'
import { type Check, sameText } from './check.ts'
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

/** The addresses that payers, banks and shops use lead to this gateway. A laptop has none. */
export const addressChecks = ({
  baseUrl,
  checkoutUrl,
}: Pick<Config, 'baseUrl' | 'checkoutUrl'>): Check[] => [
  addressCheck('GUICHE_BASE_URL', baseUrl),
  ...(checkoutUrl === undefined ? [] : [addressCheck('GUICHE_CHECKOUT_URL', checkoutUrl)]),
]

const addressCheck = (setting: AddressSetting, url: string | undefined): Check => ({
  name: sameText(setting),
  async run() {
    if (url === undefined) return { findings: [] }
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
      const live = `${url}/health/live`
      const outcome = await client.send({ url: live, method: 'GET', scope: 'doctor' })
      const found = addressFinding({ setting, url }, outcome)
      return { findings: found ? [found] : [] }
    } finally {
      await client.close()
    }
  },
})

type AddressSetting = 'GUICHE_BASE_URL' | 'GUICHE_CHECKOUT_URL'

function addressFinding(
  address: { readonly setting: AddressSetting; readonly url: string },
  outcome: ExchangeOutcome,
): Finding | undefined {
  const codes = findingCodes[address.setting]
  if (outcome.kind === 'refused')
    return finding(codes.elsewhere, { ...address, reason: 'DESTINATION_REFUSED' })
  if (outcome.kind !== 'answered') {
    const { reason } = outcome
    const problem = isCertificateProblem(reason) ? 'certificate' : 'elsewhere'
    return finding(codes[problem], { ...address, reason })
  }
  return isLive(outcome.body)
    ? undefined
    : finding(codes.elsewhere, { ...address, reason: `HTTP ${outcome.status}` })
}

const findingCodes = {
  GUICHE_BASE_URL: { elsewhere: 'base-url-elsewhere', certificate: 'base-url-certificate' },
  GUICHE_CHECKOUT_URL: {
    elsewhere: 'checkout-url-elsewhere',
    certificate: 'checkout-url-certificate',
  },
} as const

function isLive(body: Buffer): boolean {
  try {
    const { data } = JSON.parse(body.toString('utf8')) as { data?: { live?: unknown } }
    return data?.live === true
  } catch {
    return false
  }
}
