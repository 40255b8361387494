import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ChangeRoleRequest, NewRoleRequest } from '../../../contract/people.ts'
import { type AccountPermission, allAccountPermissions } from '../../../contract/permission.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { changedFields } from '../../parts/changed-fields.ts'
import { DialogActions } from '../../parts/dialog.tsx'
import { PermissionPicker } from '../../parts/permission-picker.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useTexts } from '../../text/text.ts'
import { teamTexts } from './team-texts.ts'

/** A role of the account's own: its name, and what it may do. */
export function RoleForm({
  role,
  onDone,
}: {
  /** Left out: a new one. */
  readonly role?: {
    readonly id: string
    readonly name: string
    readonly permissions: readonly AccountPermission[]
  }
  readonly onDone: () => void
}) {
  const t = useTexts(teamTexts)
  const form = useForm<NewRoleRequest>({
    initialValues: {
      name: role?.name ?? '',
      permissions: allAccountPermissions.filter((each) => role?.permissions.includes(each)),
    },
  })
  const save = useChange(
    (body: NewRoleRequest | ChangeRoleRequest) =>
      role
        ? call('PATCH', `/api/user/roles/${role.id}`, { body })
        : call('POST', '/api/user/roles', { body }),
    { done: role ? t.roleSaved : t.roleCreated, onDone },
  )
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        save.mutate(role ? changedFields(form.getInitialValues(), values) : values, {
          onError(error) {
            if (error instanceof ApiError) form.setErrors(error.byField)
          },
        }),
      )}
    >
      <Stack>
        <TextInput
          label={t.roleName}
          maxLength={40}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <PermissionPicker
          label={t.permissions}
          offered={allAccountPermissions}
          value={form.values.permissions}
          onChange={(permissions) => form.setFieldValue('permissions', [...permissions])}
        />
        <DialogActions
          confirm={t.saveRole}
          isPending={save.isPending}
          isDisabled={form.values.permissions.length === 0 || !form.isDirty()}
          error={save.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
