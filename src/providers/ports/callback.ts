/** The address to which a bank sends the notices of our key. */
export type CallbackFinding =
  | { readonly kind: 'found'; readonly url: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'unknown'; readonly cause: unknown }
