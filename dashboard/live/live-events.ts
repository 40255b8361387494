import { useEffect, useEffectEvent } from 'react'
import type { EventWire } from '../../contract/events.ts'

const listeners = new Set<(event: EventWire) => void>()

export function publish(event: EventWire): void {
  for (const listener of listeners) listener(event)
}

/** Calls `listener` with each event while the component is on the page. */
export function useLiveEvents(listener: (event: EventWire) => void): void {
  const latest = useEffectEvent(listener)
  useEffect(() => {
    const each = (event: EventWire) => latest(event)
    listeners.add(each)
    return () => {
      listeners.delete(each)
    }
  }, [])
}
