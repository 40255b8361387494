import { Alert, Group, SimpleGrid, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { AccountWire } from '../../../contract/account.ts'
import { settingGroups } from '../../../contract/account-settings.ts'
import type { OperatorPermission } from '../../../contract/permission.ts'
import { useMay } from '../../api/login.ts'
import { IdText } from '../../parts/code.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { TabList } from '../../parts/tab-list.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { AccountBalance } from './account-balance.tsx'
import { AccountCashouts } from './account-cashouts.tsx'
import { AccountDeliveries } from './account-deliveries.tsx'
import { AccountKeys } from './account-keys.tsx'
import { AccountPeople } from './account-people.tsx'
import { accountQuery } from './account-query.ts'
import { AccountState } from './account-state.tsx'
import { AccountTransactions } from './account-transactions.tsx'
import { accountTexts } from './accounts-texts.ts'
import { SettingGroup } from './setting-group.tsx'
import { settingTexts } from './setting-texts.ts'
import type { Group as GroupName } from './settings.ts'
import { Suspension } from './suspension.tsx'

/** The parts of the page. Each needs its permission. */
const parts = {
  settings: { needs: 'accounts:read', Part: Settings },
  people: { needs: 'accounts:read', Part: AccountPeople },
  keys: { needs: 'account-keys:read', Part: AccountKeys },
  transactions: { needs: 'account-transactions:read', Part: AccountTransactions },
  balance: { needs: 'account-wallet:read', Part: AccountBalance },
  cashouts: { needs: 'account-cashouts:read', Part: AccountCashouts },
  deliveries: { needs: 'account-webhooks:read', Part: AccountDeliveries },
} as const satisfies Record<
  string,
  { readonly needs: OperatorPermission; Part(props: Shown): React.ReactNode }
>
type PartName = keyof typeof parts

interface Shown {
  readonly account: AccountWire
}

export default function AccountPage() {
  const { id } = useParams({ from: '/signed-in/operator/accounts/$id' })
  const t = useTexts(accountTexts)
  const may = useMay()
  const filters = useFilters(['part'])
  const navigate = useNavigate()
  const { data: account, error, refetch } = useQuery(accountQuery(id))
  if (error && !account) return <Failure error={error} retry={refetch} />
  if (!account) return <PageSkeleton />
  const shown = (Object.keys(parts) as PartName[]).filter((name) =>
    may.atOperator(parts[name].needs),
  )
  const part = shown.find((name) => name === filters.values.part) ?? 'settings'
  const { Part } = parts[part]
  return (
    <Page
      title={account.name}
      back={{ to: '/operator/accounts', text: t.title }}
      lead={
        <Group gap="xs">
          <AccountState status={account.status} />
          <span>{account.document}</span>
          <IdText>{account.id}</IdText>
        </Group>
      }
      actions={may.atOperator('accounts:write') && <Suspension account={account} />}
    >
      <Trouble account={account} />
      <Tabs
        value={part}
        // The filters of one part are not those of another.
        onChange={(value) =>
          void navigate({
            to: '.',
            search: value === null || value === 'settings' ? {} : { part: value },
            replace: true,
          })
        }
      >
        <TabList aria-label={t.tabs}>
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t[name]}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value={part} pt="lg">
          <Part account={account} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}

function Trouble({ account: { status, notReady } }: Shown) {
  const t = useTexts(accountTexts)
  const names: Readonly<Record<string, string>> = useTexts(settingTexts)
  const { list } = useFormat()
  return (
    <>
      {status === 'suspended' && (
        <Alert color="red" title={t.suspendedTitle}>
          {t.suspendedText}
        </Alert>
      )}
      {notReady.length > 0 && (
        <Alert color="orange" title={t.notReadyTitle}>
          {notReady.map(({ what, set }) => (
            <Text size="sm" key={what}>
              {t.notReady(names[`prices.${what}`] ?? what, list(set.map(nameOf(names))))}
            </Text>
          ))}
        </Alert>
      )}
    </>
  )
}

const nameOf = (names: Readonly<Record<string, string>>) => (path: string) => names[path] ?? path

function Settings({ account }: Shown) {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      {(Object.keys(settingGroups) as GroupName[]).map((group) => (
        <SettingGroup key={group} account={account} group={group} />
      ))}
    </SimpleGrid>
  )
}
