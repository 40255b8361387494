import { useState } from 'react'

export interface IntentKeys {
  /** The idempotency key for an input: the same one for the same input. */
  keyFor(input: unknown): string
  /** From now on the same input is a new intent. */
  forget(): void
}

/** Keys for the POSTs of a form. An input that is sent twice has one effect. */
export function useIntentKeys(): IntentKeys {
  const [keys] = useState(() => new Map<string, string>())
  return {
    keyFor(input) {
      const intent = JSON.stringify(input)
      const key = keys.get(intent) ?? crypto.randomUUID()
      keys.set(intent, key)
      return key
    },
    forget: () => keys.clear(),
  }
}
