import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { Search } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useEffect } from 'react'
import { useTexts } from '../text/text.ts'
import { shellTexts } from './shell-texts.ts'

interface Opened {
  /** How often it was opened. */
  readonly opened: number
}

/** It is loaded when it opens for the first time. */
const SearchDialog = lazy<ComponentType<Opened>>(() =>
  import('./search-dialog.tsx').catch(() => ({ default: SearchMissing })),
)

/** In place of a search that cannot be loaded. The page stays, with what was written in it. */
function SearchMissing({ opened }: Opened) {
  const t = useTexts(shellTexts)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each opening says it again.
  useEffect(() => {
    notifications.show({ message: t.searchMissing, color: 'red' })
  }, [opened])
  return null
}

export function SearchButton({ onOpen }: { readonly onOpen: () => void }) {
  const t = useTexts(shellTexts)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        visibleFrom="sm"
        leftSection={<Search size={14} aria-hidden />}
        rightSection={<Kbd size="xs">⌘K</Kbd>}
        onClick={onOpen}
      >
        {t.search}
      </Button>
      <ActionIcon
        variant="default"
        size="lg"
        hiddenFrom="sm"
        aria-label={t.search}
        onClick={onOpen}
      >
        <Search size={16} aria-hidden />
      </ActionIcon>
    </>
  )
}

/** Every page, and any transaction, from the keyboard. */
export function SearchPalette({ opened, onOpen }: Opened & { readonly onOpen: () => void }) {
  useHotkeys([['mod+K', onOpen]], [])
  useHotkeys([['/', onOpen]])
  if (opened === 0) return null
  return (
    <Suspense>
      <SearchDialog opened={opened} />
    </Suspense>
  )
}
