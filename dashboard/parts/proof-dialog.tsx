import { type ComponentType, useEffect, useRef, useState } from 'react'
import { ConnectionError } from '../api/api-error.ts'
import { proof } from '../api/client.ts'
import type { ProofModalProps } from './proof-modal.tsx'

/** Asks for the second factor when a change needs it, and repeats the change. */
export function ProofDialog() {
  const [isOpen, setOpen] = useState(false)
  const [Modal, setModal] = useState<ComponentType<ProofModalProps>>()
  const waiting = useRef<((shown: boolean) => void)[]>([])
  useEffect(() => {
    proof.ask = async () => {
      const modal = await loadModal()
      setModal(() => modal)
      setOpen(true)
      return new Promise((resolve) => waiting.current.push(resolve))
    }
  }, [])
  const finish = (shown: boolean) => {
    setOpen(false)
    for (const resolve of waiting.current.splice(0)) resolve(shown)
  }
  return Modal ? <Modal isOpen={isOpen} finish={finish} /> : null
}

/** Few visits need it, so it is not part of the first load. A failure is one of the change. */
async function loadModal(): Promise<ComponentType<ProofModalProps>> {
  try {
    return (await import('./proof-modal.tsx')).default
  } catch (cause) {
    throw new ConnectionError(cause)
  }
}
