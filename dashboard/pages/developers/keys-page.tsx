import { Anchor, Button, Switch, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { KeyWire } from '../../../contract/account.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { type Column, DataList } from '../../parts/data-list.tsx'
import { EmptyPage } from '../../parts/empty-page.tsx'
import { Page } from '../../parts/page.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useList } from '../../parts/use-list.ts'
import { When } from '../../parts/values.tsx'
import { useTexts } from '../../text/text.ts'
import { DevelopersTabs } from './developers-tabs.tsx'
import { developerTexts, keyTexts } from './developers-texts.ts'
import { KeyPanel } from './key-panel.tsx'
import { isKeyValid, KeyState } from './key-state.tsx'
import { NewKey } from './new-key.tsx'

export default function KeysPage() {
  const t = useTexts(keyTexts)
  const page = useTexts(developerTexts)
  const { values, set } = useFilters(['key', 'ended'])
  const [isAdding, adding] = useDisclosure()
  const mayWrite = useMay().atAccount('keys:write')
  const all = useList<KeyWire>('/api/user/keys', {})
  const valid = all.rows.filter(isKeyValid)
  const rows = values.ended ? all.rows : valid
  const add = mayWrite && <Button onClick={adding.open}>{t.add}</Button>
  return (
    <Page
      title={page.title}
      lead={page.lead}
      actions={
        <>
          <Button variant="default" component="a" href="/docs" target="_blank">
            {page.reference}
          </Button>
          {add}
        </>
      }
    >
      <DevelopersTabs value="/developers" />
      {valid.length < all.rows.length && (
        <Switch
          label={t.showEnded}
          checked={values.ended !== undefined}
          onChange={({ currentTarget }) => set({ ended: currentTarget.checked ? 'true' : null })}
        />
      )}
      <Card flush>
        <DataList
          list={{ ...all, rows }}
          columns={useColumns()}
          rowKey={({ id }) => id}
          label={page.keys}
          empty={
            <EmptyPage title={t.emptyTitle} text={t.emptyText} example={firstCall}>
              {add}
            </EmptyPage>
          }
        />
      </Card>
      <NewKey isOpen={isAdding} onClose={adding.close} />
      <KeyPanel
        apiKey={all.rows.find(({ id }) => id === values.key)}
        onClose={() => set({ key: null })}
      />
    </Page>
  )
}

const firstCall = `curl -u "x:$GUICHE_SECRET_KEY" ${location.origin}/api/user/transactions`

function useColumns(): readonly Column<KeyWire>[] {
  const t = useTexts(keyTexts)
  return [
    {
      name: t.name,
      isMain: true,
      cell: ({ id, name, hint }) => (
        <div>
          <Anchor
            className="row-link"
            c="inherit"
            fz="inherit"
            fw={600}
            renderRoot={(props) => <Link to="/developers" search={{ key: id }} {...props} />}
          >
            {name}
          </Anchor>
          <Text size="xs" c="dimmed" className="code">
            {hint}
          </Text>
        </div>
      ),
    },
    { name: t.state, isMain: true, cell: (key) => <KeyState apiKey={key} /> },
    { name: t.kind, cell: ({ kind }) => t[kind] },
    { name: t.access, cell: (key) => <Access apiKey={key} /> },
    {
      name: t.lastUse,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? (
          <Text span size="sm" c="dimmed">
            {t.neverUsed}
          </Text>
        ) : (
          <When at={lastUsedAt} as="realDistance" />
        ),
    },
    { name: t.created, cell: ({ createdAt }) => <When at={createdAt} as="day" /> },
  ]
}

/** What the key opens, in a few letters. */
function Access({ apiKey: { kind, permissions, addresses } }: { readonly apiKey: KeyWire }) {
  const t = useTexts(keyTexts)
  return (
    <>
      {kind === 'public'
        ? t.payers
        : permissions === null
          ? t.full
          : t.permissionCount(permissions.length)}
      {addresses !== null && (
        <Text size="xs" c="dimmed" className="code">
          {addresses.join(', ')}
        </Text>
      )}
    </>
  )
}
