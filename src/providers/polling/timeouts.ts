// The time limits of calls to providers, ms. A merchant's request waits for several of them at
// most, so together they stay within the time limit of a response (docs/design/rules.md#d4). The
// limit of a single card sale is a setting (`acquirerCallMs`).

/** The first attempt to create a PIX charge. It leaves time for a second one. */
export const pixChargeFirstMs = 8_000

/** The second attempt to create a PIX charge, with the same txid. */
export const pixChargeSecondMs = 12_000

/** Registering a boleto, in at most two attempts together. */
export const boletoRegistrationMs = 20_000

/** One query of a charge, or its removal: a PIX, a boleto, a card sale that is authorized. */
export const chargeQueryMs = 12_000

/** One query or cancel of a card sale whose outcome is unknown. A worker waits for it. */
export const attemptQueryMs = 15_000

/** The capture that follows an authorization within the same request. */
export const captureMs = 10_000

/**
 * Canceling a sale or charge that must not stay open: canceled by the merchant, or approved too
 * late.
 */
export const voidMs = 15_000

/** A query that belongs to a refund. It leaves the rest of the time for the refund itself. */
export const refundQueryMs = 4_000

/** One query of a payout whose outcome is unknown. */
export const payoutQueryMs = 15_000

/** One list of claims, all of its pages. */
export const claimListMs = 20_000

/** Registering the address of our callbacks with a provider. */
export const callbackRegistrationMs = 10_000

/** Listing the daily files of a provider. */
export const fileListMs = 30_000

/** Reading one daily file, to its last row. */
export const fileReadMs = 10 * 60_000

/** From a call to the last byte of its response, where the caller sets no shorter limit. */
export const wholeCallMs = 20_000

/** Name look-up, TCP and TLS together. */
export const connectMs = 2_000

/** A token request. The call that needs the token waits for it. */
export const tokenCallMs = 5_000

/** One call to the wallet maker's gateway: the device shows its payment sheet meanwhile. */
export const walletCallMs = 8_000

/** Connecting to the wallet maker's gateway. */
export const walletConnectMs = 3_000
