import { Badge, Button, Checkbox, Group, Input, ScrollArea, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  type AccountPermission,
  accountPermissions,
  moneyPermissions,
} from '../../contract/permission.ts'
import { useMay } from '../api/login.ts'
import { useLanguage, useTexts } from '../text/text.ts'
import { areaNames, permissionTexts } from './permission-texts.ts'

type Area = keyof typeof areaNames

/** What a key or a role may do, as sentences, by area. A person gives only what the person has. */
export function PermissionPicker({
  label,
  offered,
  value,
  onChange,
  error,
}: {
  readonly label: string
  readonly offered: readonly AccountPermission[]
  readonly value: readonly AccountPermission[]
  readonly onChange: (value: readonly AccountPermission[]) => void
  readonly error?: ReactNode
}) {
  const t = useTexts(permissionTexts)
  const areas = useTexts(areaNames)
  const may = useMay()
  const own = offered.filter((each) => may.atAccount(each))
  const presets = {
    onlyReading: own.filter(isHarmlessReading),
    selling: own.filter((each) => selling.includes(each)),
    clear: [],
  } as const
  return (
    <Input.Wrapper label={label} error={error} labelElement="div">
      <Group gap={6} mb="xs">
        {(['onlyReading', 'selling', 'clear'] as const).map((name) => (
          <Button
            key={name}
            size="compact-xs"
            variant="default"
            radius="xl"
            onClick={() => onChange(presets[name])}
          >
            {t[name]}
          </Button>
        ))}
      </Group>
      <ScrollArea.Autosize mah={300} className="card" type="auto">
        <Checkbox.Group
          aria-label={label}
          value={[...value]}
          onChange={(next) => onChange(offered.filter((each) => next.includes(each)))}
        >
          <Stack p="sm" gap="md">
            {[...byArea(offered)].map(([area, permissions]) => (
              <Stack key={area} gap={8} role="group" aria-label={areas[area]}>
                <Text size="xs" c="dimmed" fw={600}>
                  {areas[area]}
                </Text>
                {permissions.map((each) => (
                  <Permission key={each} name={each} isOwn={own.includes(each)} />
                ))}
              </Stack>
            ))}
          </Stack>
        </Checkbox.Group>
      </ScrollArea.Autosize>
    </Input.Wrapper>
  )
}

function Permission({
  name,
  isOwn,
}: {
  readonly name: AccountPermission
  readonly isOwn: boolean
}) {
  const t = useTexts(permissionTexts)
  const { language } = useLanguage()
  return (
    <Checkbox
      value={name}
      disabled={!isOwn}
      label={
        <>
          {accountPermissions[name][language]}{' '}
          {moneyPermissions.includes(name) && (
            <Badge color="orange" variant="light" size="xs" tt="none" radius="sm">
              {t.money}
            </Badge>
          )}
        </>
      }
      description={
        <span className="code" style={{ color: 'var(--mantine-color-dimmed)' }}>
          {isOwn ? name : t.notYours}
        </span>
      }
    />
  )
}

/** What a shop needs to charge, and to follow its charges. */
const selling: readonly AccountPermission[] = [
  'transactions:read',
  'transactions:create',
  'transactions:capture',
  'transactions:cancel',
  'events:read',
]

/** A secret lets its reader act: it is no harmless reading. */
const isHarmlessReading = (permission: AccountPermission): boolean =>
  permission.endsWith(':read') &&
  permission !== 'webhook-secret:read' &&
  permission !== 'cashout-approval:read'

function byArea(permissions: readonly AccountPermission[]): Map<Area, AccountPermission[]> {
  const groups = new Map<Area, AccountPermission[]>()
  for (const each of permissions) {
    const area = areaOf(each)
    groups.set(area, [...(groups.get(area) ?? []), each])
  }
  return groups
}

function areaOf(permission: AccountPermission): Area {
  const [name = ''] = permission.split(':')
  if (name.startsWith('cashout')) return 'cashouts'
  if (name.startsWith('webhook')) return 'webhooks'
  if (['people', 'approvals', 'audit'].includes(name)) return 'team'
  return Object.hasOwn(areaNames, name) ? (name as Area) : 'account'
}
