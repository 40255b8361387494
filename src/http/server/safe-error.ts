/**
 * What a log may keep of an error (docs/design/rules.md#g1): its kind, its code and its position.
 * Messages quote values, so quoted text and long numbers are removed from them.
 */
export function safeError(
  error: unknown,
  { withStack = true, depth = 0 }: { readonly withStack?: boolean; readonly depth?: number } = {},
): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const { name, message, stack = '', cause } = error
  const { code } = error as { code?: unknown }
  return {
    name,
    message: withoutValues(message),
    ...(typeof code === 'string' && { code }),
    ...(withStack && {
      at: stack
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 12)
        .map((line) => line.trim()),
    }),
    ...(cause !== undefined &&
      depth < 3 && { cause: safeError(cause, { withStack, depth: depth + 1 }) }),
  }
}

const withoutValues = (message: string): string =>
  message
    .slice(0, 500)
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…')
    .replace(/\d{5,}/g, '…')
