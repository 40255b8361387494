import type { Fault } from '../faults.ts'
import type { SignatureCheck } from './signature.ts'

/** A webhook as a merchant's receiver stored it. */
export interface Notice {
  /** Increases with every notice of every inbox, and is never reused. */
  readonly n: number
  readonly name: string
  /** Business time. */
  readonly at: Date
  /** Wall time, which a receiver compares `webhook-timestamp` with. */
  readonly wallAt: Date
  readonly headers: Readonly<Record<string, string>>
  readonly raw: Uint8Array
  readonly check: SignatureCheck
  /** The fault applied to its response, if one was requested. */
  readonly fault: Fault | null
}

/** The summary of an inbox. */
export interface InboxSummary {
  readonly name: string
  readonly kept: number
  /** Number of the oldest notice kept. */
  readonly first: number | null
  readonly knowsSecret: boolean
}

/** The headers to keep: what a notice is and how it is signed, but none of the connection. */
export function headersOfInterest(
  headers: Readonly<Record<string, string | string[] | undefined>>,
) {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && /^(content-type|user-agent|webhook-.+|x-.+)$/.test(name)
      ? [[name, String(value)]]
      : [],
  )
  return Object.fromEntries(kept) as Record<string, string>
}

/**
 * A notice as the control routes show it. `raw` is its bytes read as UTF-8. `body` is null when
 * they are not JSON.
 */
export function noticeShown({ n, name, at, headers, raw, check, fault }: Notice) {
  const text = Buffer.from(raw).toString('utf8')
  return {
    n,
    name,
    at: at.toISOString(),
    headers,
    body: jsonIn(text),
    raw: text,
    ...check,
    fault,
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
