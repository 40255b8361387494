import { Button, FileButton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

/** A button that asks for a file. After a failure the same file can be chosen again. */
export function FileChoice({
  accept,
  onChoose,
  isLoading = false,
  icon,
  children,
}: {
  readonly accept: readonly string[]
  readonly onChoose: (file: File) => void
  readonly isLoading?: boolean
  readonly icon?: ReactNode
  readonly children: ReactNode
}) {
  const reset = useRef<() => void>(null)
  const choose = (file: File | null) => {
    // A browser reports no file that the field already has.
    reset.current?.()
    if (file) onChoose(file)
  }
  return (
    <FileButton accept={accept.join(',')} resetRef={reset} onChange={choose}>
      {(props) => (
        <Button {...props} variant="default" loading={isLoading} leftSection={icon}>
          {children}
        </Button>
      )}
    </FileButton>
  )
}
