import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { EventWire } from '../../contract/events.ts'
import { address, session } from '../api/client.ts'
import { useMay, useMembership } from '../api/login.ts'
import { publish } from './live-events.ts'

/** How often pages are read again where the stream cannot be opened, ms. */
const pollMs = 10_000

/** Opens the stream of the account's events, and gives each event to the pages. */
export function EventStream() {
  const client = useQueryClient()
  const accountId = useMembership()?.accountId ?? null
  const isPermitted = useMay().atAccount('events:read')
  useEffect(() => {
    if (accountId === null || !isPermitted) return
    let polling: ReturnType<typeof setInterval> | undefined
    const poll = () => {
      polling ??= setInterval(() => void client.invalidateQueries({ type: 'active' }), pollMs)
    }
    const stopPolling = () => {
      clearInterval(polling)
      polling = undefined
    }
    // The browser connects again by itself, and sends the id of the last event.
    const source = new EventSource(
      address('/api/user/events/stream', { account: session.accountId }),
    )
    source.onopen = stopPolling
    source.onerror = poll
    source.onmessage = ({ data }) => publish(JSON.parse(data) as EventWire)
    return () => {
      source.close()
      stopPolling()
    }
  }, [accountId, isPermitted, client])
  return null
}
