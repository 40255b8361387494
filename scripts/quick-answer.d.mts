export function quickAnswer(
  argv: readonly string[],
  output?: { readonly isTTY?: boolean; hasColors?(): boolean },
): string | undefined
