import type { Fault } from './fault.ts'
import { sellTo } from './load.ts'

const credentialsRefused: Fault = {
  what: 'the acquirer answers 401 to the first sale of a process',
  alerts: ['GuicheCredentialsRefused'],
  lasting: ['GuicheCredentialsRefused'],
  async make({ world }) {
    const [shop] = world.shops
    const fault = { provider: 'cielo', operation: 'sale', fault: 'error-401' }
    await shop.control('POST', '/faults', fault)
    await sellTo(shop, 'CREDIT_CARD')
    return async () => {}
  },
}

export const paymentFaults: readonly Fault[] = [credentialsRefused]
