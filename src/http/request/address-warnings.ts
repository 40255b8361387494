import { isPageAddress } from '../../checkout/page-addresses.ts'
import type { Config } from '../../config.ts'
import { parseDestination, strictOutbound } from '../../outbound/destination.ts'
import { isLoopbackOrigin } from '../server/cors.ts'
import { objectOrRaw } from './normalize.ts'
import type { AddressRules, Warning, WarningCode } from './warnings.ts'

/** The fields of a request that hold addresses. */
interface AddressFields {
  /** Addresses that the gateway calls. */
  readonly called?: readonly string[]
  /** Addresses that the payer's browser opens. */
  readonly opened?: readonly string[]
}

/**
 * Addresses that this sandbox accepts and that production without exceptions rejects. Production
 * has none: it rejects them. An address of this machine is a receiver under development, not one
 * left in production by mistake.
 */
export function addressWarnings(
  sent: unknown,
  { called = [], opened = [] }: AddressFields,
  { mode, outbound }: AddressRules,
): Warning[] {
  const body = objectOrRaw(sent)
  if (!body || mode === 'production') return []

  const warningsFor = (
    fields: readonly string[],
    code: WarningCode,
    isAccepted: (address: string, rules: Config['outbound']) => boolean,
  ): Warning[] =>
    fields.flatMap((field) => {
      const address = body[field]
      if (typeof address !== 'string' || !isAccepted(address, outbound)) return []
      return isAccepted(address, strictOutbound) || isLoopbackOrigin(address)
        ? []
        : [{ code, field }]
    })
  return [
    ...warningsFor(called, 'postback-not-https', isDestination),
    ...warningsFor(opened, 'page-not-https', isPageAddress),
  ]
}

const isDestination = (address: string, rules: Config['outbound']): boolean =>
  parseDestination(address, rules) !== undefined
