import { Button, Group, Modal, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../text/text.ts'
import { Failure } from './failure.tsx'
import { HoldOpen, useHoldOpen, useHolds } from './hold-open.ts'
import { partTexts } from './part-texts.ts'
import { useChange } from './use-change.ts'

/** A dialog. Its content begins anew each time it opens, and may hold it open. */
export function Dialog({
  title,
  isOpen,
  onClose,
  size = 'md',
  children,
}: {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly size?: 'md' | 'lg'
  readonly children: ReactNode
}) {
  const t = useTexts(partTexts)
  const { isHeld, hold } = useHolds()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={size}
      closeOnClickOutside={!isHeld}
      closeOnEscape={!isHeld}
      closeButtonProps={{ 'aria-label': t.close, disabled: isHeld }}
      centered
    >
      <HoldOpen value={hold}>{children}</HoldOpen>
    </Modal>
  )
}

/** The end of a dialog: what failed, and its two buttons. */
export function DialogActions({
  confirm,
  isDangerous = false,
  isPending,
  isDisabled = false,
  error,
  onCancel,
  onConfirm,
}: {
  readonly confirm: string
  readonly isDangerous?: boolean
  readonly isPending: boolean
  readonly isDisabled?: boolean
  readonly error: unknown
  readonly onCancel: () => void
  /** Left out: the button submits the form around it. */
  readonly onConfirm?: () => void
}) {
  const t = useTexts(partTexts)
  // A dialog that is gone cannot say how its change ended.
  useHoldOpen(isPending)
  return (
    <>
      {error ? <Failure error={error} /> : null}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onCancel} disabled={isPending}>
          {t.back}
        </Button>
        <Button
          type={onConfirm ? 'button' : 'submit'}
          {...(isDangerous && { color: 'red.9' })}
          loading={isPending}
          disabled={isDisabled}
          onClick={onConfirm}
        >
          {confirm}
        </Button>
      </Group>
    </>
  )
}

interface ConfirmOptions<Result> {
  readonly title: string
  readonly confirm: string
  /** The message after a success, which may depend on the result. */
  readonly done?: string | ((result: Result) => string)
  readonly isDangerous?: boolean
  readonly run: () => Promise<Result>
  /** What will happen, with its amounts. */
  readonly children: ReactNode
}

/** A button whose change is confirmed in a dialog first. */
export function ConfirmButton<Result>({
  button,
  variant = 'default',
  size = 'sm',
  label,
  ...options
}: ConfirmOptions<Result> & {
  readonly button: string
  readonly variant?: 'default' | 'filled' | 'subtle'
  readonly size?: 'xs' | 'sm'
  /** The name for a screen reader, where the button stands in a row of several. */
  readonly label?: string
}) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button variant={variant} size={size} aria-label={label} onClick={() => setOpen(true)}>
        {button}
      </Button>
      <Dialog title={options.title} isOpen={isOpen} onClose={close}>
        <Confirmation {...options} onClose={close} />
      </Dialog>
    </>
  )
}

function Confirmation<Result>({
  confirm,
  done,
  isDangerous = false,
  run,
  children,
  onClose,
}: ConfirmOptions<Result> & { readonly onClose: () => void }) {
  const change = useChange(run, { ...(done && { done }), onDone: onClose })
  return (
    <Stack>
      {children}
      <DialogActions
        confirm={confirm}
        isDangerous={isDangerous}
        isPending={change.isPending}
        error={change.error}
        onCancel={onClose}
        onConfirm={() => change.mutate(undefined)}
      />
    </Stack>
  )
}
