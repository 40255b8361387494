import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { useTexts } from '../../text/text.ts'
import { cashoutTexts } from './cashouts-texts.ts'

/** Stands beside the key of a code that the bank did not verify. */
export function UnverifiedKey({ isKeyVerified }: { readonly isKeyVerified: unknown }) {
  const t = useTexts(cashoutTexts)
  if (isKeyVerified !== false) return null
  return (
    <Alert color="orange" variant="light" icon={<CircleAlert aria-hidden />}>
      {t.unverifiedKey}
    </Alert>
  )
}
