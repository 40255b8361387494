import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyPage } from '../parts/empty-page.tsx'
import { useTexts } from '../text/text.ts'
import { shellTexts } from './shell-texts.ts'

export function NoSuchPage() {
  const t = useTexts(shellTexts)
  return (
    <EmptyPage title={t.noSuchPageTitle} text={t.noSuchPage} isWhole>
      <Button renderRoot={(props) => <Link to="/" {...props} />}>{t.toOverview}</Button>
    </EmptyPage>
  )
}
