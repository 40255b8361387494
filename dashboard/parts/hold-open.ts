import { createContext, use, useCallback, useEffect, useState } from 'react'

/** Holds the dialogs around a part open. Returns what releases them. */
type Hold = () => () => void

export const HoldOpen = createContext<Hold>(() => () => {})

/** For a dialog: whether a part of it holds it open, and the value of `HoldOpen` for its parts. */
export function useHolds(): { readonly isHeld: boolean; readonly hold: Hold } {
  // A dialog that opened from another one disappears with it.
  const holdOuter = use(HoldOpen)
  const [holds, setHolds] = useState(0)
  const hold = useCallback(() => {
    const releaseOuter = holdOuter()
    setHolds((before) => before + 1)
    return () => {
      setHolds((before) => before - 1)
      releaseOuter()
    }
  }, [holdOuter])
  return { isHeld: holds > 0, hold }
}

/** For a part of a dialog: a click outside, Escape and the cross do not close it meanwhile. */
export function useHoldOpen(isHeld = true): void {
  const hold = use(HoldOpen)
  useEffect(() => (isHeld ? hold() : undefined), [isHeld, hold])
}
