import { ActionIcon, Button, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTexts } from '../text/text.ts'
import { shellTexts } from './shell-texts.ts'

/** It is loaded when it opens for the first time. */
const SearchDialog = lazy(() => import('./search-dialog.tsx'))

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
export function SearchPalette({
  opened,
  onOpen,
}: {
  /** How often it was opened. */
  readonly opened: number
  readonly onOpen: () => void
}) {
  useHotkeys([['mod+K', onOpen]], [])
  useHotkeys([['/', onOpen]])
  if (opened === 0) return null
  return (
    <Suspense>
      <SearchDialog opened={opened} />
    </Suspense>
  )
}
