/** How long a connection waits for its next request when most of the connections are taken, ms. */
export const crowdedKeepAliveMs = 5_000

/** Limits of requests (docs/design/rules.md#b1). Times in ms. */
export const maxBodyBytes = 256 * 1_024

export const serverLimits = {
  /** The whole request must have arrived. */
  requestTimeout: 30_000,
  keepAliveTimeout: 75_000,
  maxRequestsPerSocket: 10_000,
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 10_000,
  // How often Node checks for late requests. Its default of half a minute would let them be three
  // times as late.
  connectionsCheckingInterval: 2_000,
  requireHostHeader: false, // Checked by this server, so that the rejection is JSON.
} as const

/**
 * Connections that the kernel holds until they are accepted. With Node's 511, many connections that
 * arrive while this thread is busy are dropped, and their clients retry after 1, 3, 7, 15 and 31
 * seconds.
 */
export const backlog = 4_096
