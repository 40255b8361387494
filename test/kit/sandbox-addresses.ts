import type { AddressRules } from '../../src/http/request/warnings.ts'
import { strictOutbound } from '../../src/outbound/destination.ts'

/** The addresses that a sandbox accepts whose settings name none. */
export const sandboxAddresses: AddressRules = {
  mode: 'sandbox',
  outbound: {
    ...strictOutbound,
    allowHttp: true,
    extraPorts: 'any',
    allowedSubnets: ['127.0.0.0/8', '::1/128'],
  },
}
