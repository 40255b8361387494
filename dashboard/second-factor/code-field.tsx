import { TextInput } from '@mantine/core'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { partTexts } from '../parts/part-texts.ts'
import { useTexts } from '../text/text.ts'

/** What a form does to the field after a refused code. */
export interface CodeFieldHandle {
  retry(): void
}

/** The six digits of an authenticator app. */
export function CodeField({
  value,
  onChange,
  onComplete,
  isBusy,
  ref,
}: {
  readonly value: string
  readonly onChange: (code: string) => void
  /** Runs with the sixth digit, so that no button has to be pressed. */
  readonly onComplete: (code: string) => void
  readonly isBusy: boolean
  readonly ref?: Ref<CodeFieldHandle>
}) {
  const t = useTexts(partTexts)
  const field = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => ({ retry: () => field.current?.focus() }), [])
  return (
    <TextInput
      ref={field}
      label={t.code}
      value={value}
      onChange={(event) => {
        const code = event.currentTarget.value.replace(/\D/g, '').slice(0, digits)
        onChange(code)
        if (code.length === digits && code !== value) onComplete(code)
      }}
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      placeholder="000 000"
      size="lg"
      readOnly={isBusy}
      required
      data-autofocus
      autoFocus
      styles={{ input: { letterSpacing: '0.3em', fontVariantNumeric: 'tabular-nums' } }}
    />
  )
}

const digits = 6
