import { Text } from '@mantine/core'
import { type ComponentType, lazy } from 'react'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'

/** A part of a page that is loaded by itself. A failure takes its place, and not the page's. */
export const lazyPart = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy<ComponentType<Props>>(() => load().catch(() => ({ default: PartMissing })))

function PartMissing() {
  const t = useTexts(partTexts)
  return (
    <Text size="sm" role="alert">
      {t.partMissing}
    </Text>
  )
}
