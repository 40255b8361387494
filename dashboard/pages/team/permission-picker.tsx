import { Checkbox, Fieldset, Stack } from '@mantine/core'
import {
  type AccountPermission,
  accountPermissions,
  allAccountPermissions,
} from '../../../contract/permission.ts'
import { useMembership } from '../../api/login.ts'
import { useLanguage, useTexts } from '../../text/text.ts'
import { areaNames, teamTexts } from './team-texts.ts'

type Area = keyof typeof areaNames

/** The permissions of an account by area. What the person does not have, the person cannot give. */
export function PermissionPicker({
  value,
  onChange,
}: {
  readonly value: readonly AccountPermission[]
  readonly onChange: (permissions: readonly AccountPermission[]) => void
}) {
  const t = useTexts(teamTexts)
  const areas = useTexts(areaNames)
  const { language } = useLanguage()
  const own = useMembership()?.permissions ?? []
  return (
    <Checkbox.Group
      label={t.permissions}
      value={[...value]}
      onChange={(chosen) => onChange(allAccountPermissions.filter((each) => chosen.includes(each)))}
    >
      <Stack gap="sm" mt="xs">
        {byArea.map(([area, permissions]) => (
          <Fieldset key={area} legend={areas[area]} p="sm">
            <Stack gap="xs">
              {permissions.map((permission) => {
                const isMine = own.includes(permission)
                return (
                  <Checkbox
                    key={permission}
                    value={permission}
                    label={accountPermissions[permission][language]}
                    description={isMine ? undefined : t.notYours}
                    disabled={!isMine}
                  />
                )
              })}
            </Stack>
          </Fieldset>
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** The area of each resource: the part of a permission before the colon. */
const areaOf: Readonly<Record<string, Area>> = {
  transactions: 'sales',
  wallet: 'money',
  cashouts: 'money',
  'cashout-schedule': 'money',
  'cashout-approval': 'money',
  disputes: 'disputes',
  people: 'team',
  approvals: 'team',
  audit: 'team',
}

const byArea = Object.entries(
  Object.groupBy(
    allAccountPermissions,
    (permission) => areaOf[permission.split(':')[0] ?? ''] ?? 'integration',
  ),
) as readonly (readonly [Area, readonly AccountPermission[]])[]
