import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useMay } from '../../api/login.ts'
import { useTexts } from '../../text/text.ts'
import { developerTexts } from './developers-texts.ts'

/** What a program uses of the account, in tabs. */
export function DevelopersTabs({
  value,
}: {
  readonly value: '/developers' | '/developers/events'
}) {
  const t = useTexts(developerTexts)
  const may = useMay()
  const navigate = useNavigate()
  return (
    <Tabs value={value} onChange={(to) => navigate({ to: to ?? '/developers' })}>
      <Tabs.List>
        <Tabs.Tab value="/developers">{t.keys}</Tabs.Tab>
        {may.atAccount('events:read') && <Tabs.Tab value="/developers/events">{t.events}</Tabs.Tab>}
      </Tabs.List>
    </Tabs>
  )
}
