import { Tabs, type TabsListProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Tabs in one line, which scrolls where they have no room. The chosen one is in sight. */
export function TabList({ children, ...props }: TabsListProps) {
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs may take other room.
  useEffect(() => {
    const chosen = list.current?.querySelector('[data-active]')
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [children])
  return (
    <Tabs.List ref={list} className="one-line" {...props}>
      {children}
    </Tabs.List>
  )
}
