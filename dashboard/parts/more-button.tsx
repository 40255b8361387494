import { Button, Group } from '@mantine/core'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'
import type { ListQuery } from './use-list.ts'

/** Reads the next page of a list, if there is one. */
export function MoreButton({
  list: { hasMore, showMore, isLoadingMore },
}: {
  readonly list: Pick<ListQuery<unknown>, 'hasMore' | 'showMore' | 'isLoadingMore'>
}) {
  const t = useTexts(partTexts)
  if (!hasMore) return null
  return (
    <Group justify="center" p="sm">
      <Button variant="subtle" onClick={showMore} loading={isLoadingMore}>
        {t.more}
      </Button>
    </Group>
  )
}
