import type { Fault } from '../faults.ts'
import type { Verdict } from './signature.ts'

/** A webhook as a merchant's receiver got it. */
export interface Notice {
  /** Grows with every notice of every inbox, and is never given twice. */
  readonly n: number
  readonly name: string
  /** Business time. */
  readonly at: Date
  /** What of the wall a receiver compares `webhook-timestamp` with. */
  readonly wallAt: Date
  readonly headers: Readonly<Record<string, string>>
  readonly raw: Uint8Array
  readonly verdict: Verdict
  /** How its answer went wrong, if it was asked to. */
  readonly fault: Fault | null
}

/** An inbox at a glance. */
export interface InboxSummary {
  readonly name: string
  readonly kept: number
  /** Number of the oldest notice kept. */
  readonly first: number | null
  readonly knowsSecret: boolean
}

/** The headers worth keeping: what a notice is and how it proves itself, nothing of the connection. */
export function headersOfInterest(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && /^(content-type|user-agent|webhook-.+|x-.+)$/.test(name) ? [[name, String(value)]] : [],
  )
  return Object.fromEntries(kept) as Record<string, string>
}

/** A notice as the control routes show it. `raw` is its bytes read as UTF-8; `body` is null when they are not JSON. */
export function noticeShown({ n, name, at, headers, raw, verdict, fault }: Notice) {
  const text = Buffer.from(raw).toString('utf8')
  return { n, name, at: at.toISOString(), headers, body: jsonIn(text), raw: text, ...verdict, fault }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
