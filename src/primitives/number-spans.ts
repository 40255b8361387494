/** `3-29, 35, 40`: numbers in a row as a span. The numbers are sorted. */
export function numberSpans(numbers: readonly number[]): string {
  const spans: { readonly first: number; last: number }[] = []
  for (const number of numbers) {
    const span = spans.at(-1)
    if (span?.last === number - 1) span.last = number
    else spans.push({ first: number, last: number })
  }
  return spans
    .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
    .join(', ')
}
