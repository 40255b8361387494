import { fieldsOf } from '../kit/fields.ts'
import type { World } from '../world.ts'
import { pspIdOf } from './association.ts'
import { checkFile, type Dialler, type Finding } from './fetch-file.ts'
import {
  type ApiResponse,
  type DomainError,
  empty,
  failure,
  findingOf,
  json,
} from './gateway-responses.ts'
import { associationPath } from './names.ts'
import type { Sessions } from './sessions.ts'
import type { WalletStore } from './wallet-store.ts'

/**
 * What the wallet gateway does for one integrator, named by its acquirer
 * (docs/design/device-wallet.md#registration-api).
 */
export interface WalletGateway {
  openSession(acquirer: string, body: unknown): Promise<Done>
  register(acquirer: string, body: unknown): Promise<Done>
  unregister(acquirer: string, body: unknown): Done
  read(acquirer: string, merchantRef: string): Done
}

/** The response, and for the call log the hostname and the outcome. */
export interface Done {
  readonly response: ApiResponse
  readonly reference: string | null
  readonly outcome: string
}

export function openGateway(parts: {
  readonly world: World
  readonly store: WalletStore
  readonly sessions: Sessions
  readonly dialler: Dialler
  /** Association files, by acquirer. */
  readonly contents: ReadonlyMap<string, string>
  /** Merchant identifiers whose processing key is known here, with their SHA-256 in hex. */
  readonly encryptTo: ReadonlyMap<string, string>
}): WalletGateway {
  const { world, store, sessions, dialler, contents, encryptTo } = parts

  const checkPublishedFile = async (
    acquirer: string,
    hostname: string,
  ): Promise<Finding | undefined> => {
    const fault = world.faults.take('wallet', 'fetch')
    const content = contents.get(acquirer) ?? ''
    const finding = fault
      ? findingOf(fault)
      : await checkFile(dialler, { hostname, path: associationPath, content })
    const outcome = finding ? `${finding.stage} ${finding.seen}` : 'found'
    world.calls.record({
      provider: 'wallet',
      operation: 'fetch',
      reference: hostname,
      amount: null,
      outcome,
    })
    return finding
  }

  return {
    async openSession(acquirer, body) {
      const { merchantIdentifier, displayName, initiative, initiativeContext } = fieldsOf(body)
      const reference = textOr(initiativeContext)
      if (
        !isText(merchantIdentifier, 1024) ||
        !isText(displayName, 64) ||
        !isText(initiativeContext, 253)
      ) {
        return refused(
          reference,
          failure(400, 'Missing merchantIdentifier, displayName or initiativeContext'),
        )
      }
      if (initiative !== 'web') return refused(reference, failure(400, 'Unknown initiative'))
      const merchant = store.merchant({ acquirer, merchantRef: merchantIdentifier })
      if (!merchant?.hostnames.includes(initiativeContext)) {
        return refused(
          reference,
          failure(417, `${merchantIdentifier} is not registered for ${initiativeContext}`),
        )
      }
      const requested = {
        merchantRef: merchantIdentifier,
        hostname: initiativeContext,
        displayName,
        encryptTo: merchant.encryptTo,
      }
      return {
        response: json(await sessions.issue({ ...requested, pspId: pspIdOf(acquirer) })),
        reference,
        outcome: 'issued',
      }
    },
    async register(acquirer, body) {
      const {
        domainNames,
        partnerInternalMerchantIdentifier: merchantRef,
        partnerMerchantName: name,
      } = fieldsOf(body)
      const to = fieldsOf(body).encryptTo
      const reference = firstOf(domainNames)
      if (
        !areHostnames(domainNames) ||
        !isReference(merchantRef) ||
        !isText(name, 64) ||
        !isText(to, 255)
      ) {
        return refused(reference, failure(400, 'Malformed registration'))
      }
      if (!encryptTo.has(to)) return refused(reference, failure(417, `${to} is not enrolled`))
      const known = store.merchant({ acquirer, merchantRef })?.hostnames ?? []
      if (new Set([...known, ...domainNames]).size > maxHostnames) {
        return refused(reference, failure(400, `More than ${maxHostnames} domains`))
      }
      const errors: DomainError[] = []
      for (const domainName of domainNames) {
        const finding = await checkPublishedFile(acquirer, domainName)
        if (finding) errors.push({ domainName, ...finding })
      }
      if (errors.length > 0)
        return refused(reference, failure(400, 'Domain verification failed', errors))
      store.register({ acquirer, merchantRef, name, encryptTo: to }, domainNames)
      return { response: empty(), reference, outcome: 'registered' }
    },
    unregister(acquirer, body) {
      const { domainNames, partnerInternalMerchantIdentifier: merchantRef, reason } = fieldsOf(body)
      const reference = firstOf(domainNames)
      if (!areHostnames(domainNames) || !isReference(merchantRef) || !isText(reason, 1024)) {
        return refused(reference, failure(400, 'Malformed unregistration'))
      }
      const known = store.merchant({ acquirer, merchantRef })?.hostnames ?? []
      if (!domainNames.every((each) => known.includes(each)))
        return refused(reference, failure(400, 'Not registered'))
      store.unregister({ acquirer, merchantRef }, domainNames)
      return { response: empty(), reference, outcome: 'unregistered' }
    },
    read(acquirer, merchantRef) {
      const merchant = store.merchant({ acquirer, merchantRef })
      if (!merchant)
        return { response: failure(400, 'Not registered'), reference: null, outcome: 'not-found' }
      const found = {
        domainNames: merchant.hostnames,
        encryptTo: encryptTo.get(merchant.encryptTo),
        partnerMerchantName: merchant.name,
        partnerMerchantValidationURI: associationPath,
        partnerInternalMerchantIdentifier: merchantRef,
      }
      return {
        response: json(JSON.stringify(found)),
        reference: merchant.hostnames[0] ?? null,
        outcome: 'found',
      }
    },
  }
}

const maxHostnames = 99

const refused = (reference: string | null, response: ApiResponse): Done => ({
  response,
  reference,
  outcome: `refused ${response.status}`,
})

const isText = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value !== '' && [...value].length <= length

const textOr = (value: unknown): string | null => (isText(value, 253) ? value : null)

const firstOf = (value: unknown): string | null => (Array.isArray(value) ? textOr(value[0]) : null)

/** The alphabet and the lengths of `partnerInternalMerchantIdentifier`. */
const isReference = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9~_+&@$!|,.;-]{3,1024}$/.test(value)

const areHostnames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= maxHostnames &&
  new Set(value).size === value.length &&
  value.every(
    (each) => typeof each === 'string' && /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(each),
  )
