import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { useMay, useMembership } from '../../api/login.ts'
import { lazyPart } from '../../parts/lazy-part.tsx'
import { Page } from '../../parts/page.tsx'
import { RowsSkeleton } from '../../parts/skeletons.tsx'
import { TabList } from '../../parts/tab-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useTexts } from '../../text/text.ts'
import { AccountSection } from './account-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecuritySection } from './security-section.tsx'
import { settingsTexts } from './settings-texts.ts'

/** The field for a color is large. */
const BrandSection = lazyPart(() => import('./brand-section.tsx'))

/** The settings of the person, and the agreed terms of the account. */
export default function SettingsPage() {
  const t = useTexts(settingsTexts)
  const filters = useFilters(['section'])
  const accountId = useMembership()?.accountId ?? null
  const may = useMay()
  const maySeeAccount = may.atAccount('wallet:read')
  const maySeeBrand = may.atAccount('brand:read')
  return (
    <Page title={t.title}>
      <Tabs
        value={filters.values.section ?? 'you'}
        onChange={(section) => filters.set({ section: section === 'you' ? null : section })}
        keepMounted={false}
      >
        <TabList mb="lg">
          <Tabs.Tab value="you">{t.you}</Tabs.Tab>
          <Tabs.Tab value="security">{t.security}</Tabs.Tab>
          {accountId !== null && <Tabs.Tab value="notifications">{t.notifications}</Tabs.Tab>}
          {maySeeBrand && <Tabs.Tab value="brand">{t.brand}</Tabs.Tab>}
          {maySeeAccount && <Tabs.Tab value="account">{t.account}</Tabs.Tab>}
        </TabList>
        <Tabs.Panel value="you">
          <ProfileSection />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <SecuritySection />
        </Tabs.Panel>
        {accountId !== null && (
          <Tabs.Panel value="notifications">
            <NotificationsSection accountId={accountId} />
          </Tabs.Panel>
        )}
        {maySeeBrand && (
          <Tabs.Panel value="brand">
            <Suspense fallback={<RowsSkeleton rows={6} />}>
              <BrandSection />
            </Suspense>
          </Tabs.Panel>
        )}
        {maySeeAccount && (
          <Tabs.Panel value="account">
            <AccountSection />
          </Tabs.Panel>
        )}
      </Tabs>
    </Page>
  )
}
