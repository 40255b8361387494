/** Where the pages of payers are. */
export interface PageLinks {
  /** Our public address, without a slash at the end. */
  readonly baseUrl: string
  /** The pages of links and sessions, if they have an address of their own. */
  readonly checkoutUrl?: string
}

/** Where the addresses of links and sessions begin. */
export const checkoutBase = ({ baseUrl, checkoutUrl = baseUrl }: PageLinks): string => checkoutUrl
