/** The types of events of an endpoint as a person writes them. Nothing: all of them. */
export const linesOf = (events: readonly string[]): string =>
  events.includes('*') ? '' : events.join('\n')

/** The types that a person wrote, on lines or with commas. */
export function eventsOf(text: string): string[] {
  const events = text.split(/[\s,]+/).filter(Boolean)
  return events.length === 0 ? ['*'] : events
}
