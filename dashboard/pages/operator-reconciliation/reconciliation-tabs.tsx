import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTexts } from '../../text/text.ts'
import { reconciliationTexts } from './reconciliation-texts.ts'

/** The cases, and the files that they come from. */
export function ReconciliationTabs({
  value,
}: {
  readonly value: '/operator/reconciliation' | '/operator/reconciliation/files'
}) {
  const t = useTexts(reconciliationTexts)
  const navigate = useNavigate()
  return (
    <Tabs value={value} onChange={(to) => navigate({ to: to ?? value })}>
      <Tabs.List>
        <Tabs.Tab value="/operator/reconciliation">{t.cases}</Tabs.Tab>
        <Tabs.Tab value="/operator/reconciliation/files">{t.files}</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  )
}
