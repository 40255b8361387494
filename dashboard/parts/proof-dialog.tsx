import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { proof } from '../api/client.ts'

/** Few visits need it, so it is not part of the first load. */
const ProofModal = lazy(() => import('./proof-modal.tsx'))

/** Asks for the second factor when a change needs it, and repeats the change. */
export function ProofDialog() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const waiting = useRef<((shown: boolean) => void)[]>([])
  useEffect(() => {
    proof.ask = () =>
      new Promise((resolve) => {
        waiting.current.push(resolve)
        setWasOpen(true)
        setOpen(true)
      })
  }, [])
  const finish = (shown: boolean) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(shown)
  }
  if (!wasOpen) return null
  return (
    <Suspense fallback={null}>
      <ProofModal isOpen={isOpen} finish={finish} />
    </Suspense>
  )
}
