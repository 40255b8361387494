import { type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EventWire } from '../../contract/events.ts'
import { address, session } from '../api/client.ts'
import { useMay, useMembership } from '../api/login.ts'
import { publish } from './live-events.ts'

/** How often pages are read again, and the stream is tried again, while it is not open, ms. */
const pollMs = 10_000

/** Opens the stream of the account's events, and gives each event to the pages. */
export function EventStream() {
  const client = useQueryClient()
  const accountId = useMembership()?.accountId ?? null
  const isPermitted = useMay().atAccount('events:read')
  useEffect(() => {
    if (accountId === null || !isPermitted) return
    let source: EventSource
    let polling: ReturnType<typeof setInterval> | undefined
    const reread = (predicate: QueryFilters['predicate'] = () => true) =>
      void client.invalidateQueries({ type: 'active', predicate })
    const open = () => {
      source = new EventSource(address('/api/user/events/stream', { account: session.accountId }))
      source.onopen = () => {
        // Events of the time without a stream are in the pages after this reading. The first stream
        // usually opens before most of them are read.
        const isFirst = polling === undefined
        reread(({ state }) => !isFirst || state.dataUpdatedAt > 0)
        clearInterval(polling)
        polling = undefined
      }
      source.onerror = () => {
        polling ??= setInterval(poll, pollMs)
      }
      source.onmessage = ({ data }) => publish(JSON.parse(data) as EventWire)
    }
    const poll = () => {
      reread()
      // After a lost connection the browser connects again by itself, and sends the id of the
      // last event. After an error response it does not.
      if (source.readyState === EventSource.CLOSED) open()
    }
    open()
    return () => {
      source.close()
      clearInterval(polling)
    }
  }, [accountId, isPermitted, client])
  return null
}
