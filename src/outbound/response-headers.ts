/** The headers of a response, each with one value. Several values are joined by commas. */
export function flatHeaders(
  received: Record<string, string | string[] | undefined>,
): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return headers
}
