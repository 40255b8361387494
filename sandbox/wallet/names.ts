/** Public names of the wallet for devices, sites and operators. */

/**
 * Host in the `validationUrl` of a device's event. Nothing listens there: a gateway must not call
 * it.
 */
export const validationHost = 'device-pay-gateway.localhost'

export const validationUrl = `https://${validationHost}/paymentservices/startSession`

/** Where a site publishes the association file (docs/design/interface.md#verification-file). */
export const associationPath = '/.well-known/device-pay-merchantid-domain-association'

/**
 * Acquirers (by simulator name) that stand behind Device Pay, each with an integrator identity and
 * a file of its own.
 */
export const walletAcquirers = ['cielo', 'pagarme'] as const
export type WalletAcquirer = (typeof walletAcquirers)[number]

/** The owner of the processing key when the gateway opens tokens itself. */
export const selfHeldKey = 'guiche'
