import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { EventWire } from '../../contract/events.ts'
import { useLiveEvents } from './live-events.ts'
import { openReadings, type PacedReadings } from './reading-pace.ts'

/**
 * Reads what the page shows under these keys again after each event that `concerns` it: at most
 * once a second, and once more after the last event.
 */
export function useRereadOnEvents(
  keys: readonly QueryKey[],
  concerns: (event: EventWire) => boolean = () => true,
): void {
  const reread = useReread(keys)
  useLiveEvents((event) => {
    if (concerns(event)) reread()
  })
}

/** The returned function asks for such a reading. */
export function useReread(keys: readonly QueryKey[]): () => void {
  const client = useQueryClient()
  const read = useEffectEvent(() => rereadQueries(client, keys))
  const readings = useRef<PacedReadings>(undefined)
  useEffect(() => {
    const opened = openReadings(() => read())
    readings.current = opened
    return () => opened.stop()
  }, [])
  return () => readings.current?.want()
}

/** Aborts no reading under way. It may have begun too early, so it is repeated after its end. */
export async function rereadQueries(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => endOfReading(client, queryKey)))
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey }, isJoined)))
}

/** Waits until what is being read under a key has ended. It may be older than the last event. */
export const endOfReading = (client: QueryClient, queryKey: QueryKey): Promise<void> =>
  client.refetchQueries({ queryKey, type: 'active', fetchStatus: 'fetching' }, isJoined)

/** A reading under way is waited for, and not aborted. */
const isJoined = { cancelRefetch: false }
