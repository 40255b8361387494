import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useTexts } from '../text/text.ts'
import { partTexts } from './part-texts.ts'

/** A page in the shape that it will have. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <Skeleton height={32} width={240} />
      <RowsSkeleton rows={6} />
    </Stack>
  )
}

export function RowsSkeleton({ rows = 4 }: { readonly rows?: number }) {
  const t = useTexts(partTexts)
  return (
    <Stack gap="sm" p="md" aria-busy="true">
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other name.
        <Skeleton key={index} height={20} width={index % 3 === 2 ? '70%' : '100%'} />
      ))}
    </Stack>
  )
}
