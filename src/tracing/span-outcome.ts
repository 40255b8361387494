/** The end of recorded spans: at the collector, refused or not received by it, or left out here. */
export type SpanOutcome = 'exported' | 'failed' | 'dropped'
