import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { InviteRequest } from '../../../contract/people.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { DialogActions } from '../../parts/dialog.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { useLanguage, useTexts } from '../../text/text.ts'
import { RoleSelect } from './role-select.tsx'
import { useTeamScope } from './team-scope.ts'
import { teamTexts } from './team-texts.ts'

export function InviteForm({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts(teamTexts)
  const { language } = useLanguage()
  const { path, firstRole } = useTeamScope()
  const form = useForm<Required<InviteRequest>>({
    initialValues: { email: '', role: firstRole, language },
  })
  const invite = useGuardedChange<InviteRequest, object>(
    (body) => call('POST', `${path}/invitations`, { body }),
    { done: t.invited, onDone },
  )
  if (invite.waiting) return <WaitsForSecondPerson onClose={onDone} />
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        invite.mutate(values, {
          onError(error) {
            if (error instanceof ApiError) form.setErrors(error.byField)
          },
        }),
      )}
    >
      <Stack>
        <TextInput
          label={t.email}
          type="email"
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleSelect
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role)}
          error={form.errors.role}
        />
        <Select
          label={t.mailLanguage}
          data={[
            { value: 'pt', label: t.portuguese },
            { value: 'en', label: t.english },
          ]}
          allowDeselect={false}
          {...form.getInputProps('language')}
        />
        <Text size="sm" c="dimmed">
          {t.inviteText}
        </Text>
        <DialogActions
          confirm={t.send}
          isPending={invite.isPending}
          error={invite.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}
