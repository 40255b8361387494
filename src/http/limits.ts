/** What comes in has limits (reliability B1, D4). Times in ms. */
export const maxBodyBytes = 256 * 1_024

export const serverLimits = {
  bodyLimit: maxBodyBytes,
  /** The whole request must have arrived. */
  requestTimeout: 30_000,
  /** Ours: an answer leaves within this. */
  handlerTimeout: 28_000,
  keepAliveTimeout: 75_000,
  maxRequestsPerSocket: 10_000,
  http: {
    maxHeaderSize: 16 * 1_024,
    headersTimeout: 10_000,
    // How often Node looks for requests that are late; its own half minute would let them be three times as late.
    connectionsCheckingInterval: 2_000,
    requireHostHeader: false, // Checked by us, so that the refusal is JSON.
  },
} as const
