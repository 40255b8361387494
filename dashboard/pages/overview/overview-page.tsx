import { Page } from '../../parts/page.tsx'
import { useTexts } from '../../text/text.ts'
import { overviewTexts } from './overview-texts.ts'

export default function OverviewPage() {
  const t = useTexts(overviewTexts)
  return <Page title={t.title}>{null}</Page>
}
