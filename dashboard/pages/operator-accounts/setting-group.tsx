import { Button, Stack, Table } from '@mantine/core'
import { useState } from 'react'
import type { AccountWire } from '../../../contract/account.ts'
import { type Setting, settingGroups } from '../../../contract/account-settings.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Dialog, DialogActions } from '../../parts/dialog.tsx'
import { Rows } from '../../parts/rows.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { useTexts } from '../../text/text.ts'
import { accountTexts } from './accounts-texts.ts'
import { SettingInput } from './setting-input.tsx'
import { useSettingText } from './setting-text.ts'
import { groupTexts, settingTexts } from './setting-texts.ts'
import { bodyOf, changed, type Group, isEmptied, type Values, valuesOf } from './settings.ts'

interface Shown {
  readonly account: AccountWire
  readonly group: Group
}

/** Settings that change together, and the form that changes them. */
export function SettingGroup({ account, group }: Shown) {
  const t = useTexts(accountTexts)
  const titles = useTexts(groupTexts)
  const names = useTexts(settingTexts)
  const textOf = useSettingText()
  const canWrite = useMay().atOperator('accounts:write')
  const [isOpen, setOpen] = useState(false)
  const settings: readonly Setting[] = settingGroups[group]
  const values = valuesOf(account, settings)
  return (
    <Card
      title={titles[group]}
      aside={
        canWrite && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t.change}: ${titles[group]}`}
            onClick={() => setOpen(true)}
          >
            {t.change}
          </Button>
        )
      }
    >
      <Rows
        rows={settings.map((each) => [names[each.path], textOf(each, values[each.path])] as const)}
      />
      <Dialog title={titles[group]} isOpen={isOpen} onClose={() => setOpen(false)} size="lg">
        <ChangeForm account={account} settings={settings} close={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

function ChangeForm({
  account,
  settings,
  close,
}: {
  readonly account: AccountWire
  readonly settings: readonly Setting[]
  readonly close: () => void
}) {
  const t = useTexts(accountTexts)
  const [before] = useState(() => valuesOf(account, settings))
  const [after, setAfter] = useState<Values>(before)
  const different = changed(settings, before, after)
  // A request that leaves a setting out does not change it: an emptied field cannot be saved.
  const emptied = different.filter(({ path }) => isEmptied(after[path]))
  const sent = different.filter((each) => !emptied.includes(each))
  const set = ({ path }: Setting, value: unknown) =>
    setAfter({ ...after, [path]: value === undefined && before[path] === null ? null : value })
  const change = useGuardedChange<void, AccountWire>(
    () => call('PATCH', `/api/admin/accounts/${account.id}`, { body: bodyOf(sent, after) }),
    { done: t.changed, onDone: close },
  )
  if (change.waiting) return <WaitsForSecondPerson onClose={close} />
  const errors = fieldErrors(change.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      <Stack>
        {settings.map((setting) => (
          <SettingInput
            key={setting.path}
            setting={setting}
            value={after[setting.path]}
            error={emptied.includes(setting) ? t.valueNeeded : errors[setting.path]}
            onChange={(value) => set(setting, value)}
          />
        ))}
        {sent.length > 0 && <BeforeAfter settings={sent} before={before} after={after} />}
        <DialogActions
          confirm={t.save}
          isPending={change.isPending}
          isDisabled={sent.length === 0 || emptied.length > 0}
          error={change.error}
          onCancel={close}
        />
      </Stack>
    </form>
  )
}

/** What the change does, before it is made. */
function BeforeAfter({
  settings,
  before,
  after,
}: {
  readonly settings: readonly Setting[]
  readonly before: Values
  readonly after: Values
}) {
  const t = useTexts(accountTexts)
  const names = useTexts(settingTexts)
  const textOf = useSettingText()
  return (
    <Table withTableBorder aria-label={t.whatChanges}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.whatChanges}</Table.Th>
          <Table.Th>{t.before}</Table.Th>
          <Table.Th>{t.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {settings.map((setting) => (
          <Table.Tr key={setting.path}>
            <Table.Td>{names[setting.path]}</Table.Td>
            <Table.Td c="dimmed">{textOf(setting, before[setting.path])}</Table.Td>
            <Table.Td fw={600}>{textOf(setting, after[setting.path])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
