import { Box, Table } from '@mantine/core'
import type { ReactNode } from 'react'

/** A table that scrolls sideways where there is no room for it, also with the keyboard. */
export function WideTable({
  label,
  minWidth,
  isFlush = false,
  children,
}: {
  readonly label: string
  readonly minWidth: number
  /** Its cells begin where the title of a flush card begins. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}) {
  return (
    <Box role="region" aria-label={label} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table aria-label={label} miw={minWidth} {...(isFlush && { horizontalSpacing: 'md' })}>
        {children}
      </Table>
    </Box>
  )
}
