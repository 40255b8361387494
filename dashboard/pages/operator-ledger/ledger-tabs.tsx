import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { TabList } from '../../parts/tab-list.tsx'
import { useTexts } from '../../text/text.ts'
import { ledgerTexts } from './ledger-texts.ts'

type Tab =
  | '/operator/ledger'
  | '/operator/ledger/entries'
  | '/operator/ledger/days'
  | '/operator/ledger/corrections'

/** The views of the books. */
export function LedgerTabs({ value }: { readonly value: Tab }) {
  const t = useTexts(ledgerTexts)
  const navigate = useNavigate()
  return (
    <Tabs value={value} onChange={(to) => navigate({ to: to ?? value })}>
      <TabList>
        <Tabs.Tab value="/operator/ledger">{t.trialBalance}</Tabs.Tab>
        <Tabs.Tab value="/operator/ledger/entries">{t.entries}</Tabs.Tab>
        <Tabs.Tab value="/operator/ledger/days">{t.days}</Tabs.Tab>
        <Tabs.Tab value="/operator/ledger/corrections">{t.corrections}</Tabs.Tab>
      </TabList>
    </Tabs>
  )
}
