import { ActionIcon, Button, Group, Menu, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Bookmark, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedViewWire } from '../../contract/saved-view.ts'
import { ApiError } from '../api/api-error.ts'
import { address, call } from '../api/client.ts'
import { useTexts } from '../text/text.ts'
import { Dialog, DialogActions } from './dialog.tsx'
import { Failure } from './failure.tsx'
import { partTexts } from './part-texts.ts'
import { useChange } from './use-change.ts'

type Values = Readonly<Partial<Record<string, string>>>

/** The filters that a person keeps under names, for one page. */
export function SavedViews({ page, values }: { readonly page: string; readonly values: Values }) {
  const t = useTexts(partTexts)
  const navigate = useNavigate()
  const [isSaving, setSaving] = useState(false)
  const { data = [] } = useQuery({
    queryKey: ['views'],
    queryFn: ({ signal }) => call<readonly SavedViewWire[]>('GET', '/api/user/views', { signal }),
  })
  const views = data.filter((view) => view.page === page)
  const hasFilters = Object.keys(values).length > 0
  const open = ({ query }: SavedViewWire) =>
    void navigate({ to: '.', search: Object.fromEntries(new URLSearchParams(query)) })
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={260}>
        <Menu.Target>
          <Button variant="default" leftSection={<Bookmark size={16} aria-hidden />}>
            {t.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>{t.noViews}</Menu.Label>}
          {views.map((view) => (
            <Menu.Item key={view.id} onClick={() => open(view)}>
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item
            leftSection={<Plus size={16} aria-hidden />}
            disabled={!hasFilters && views.length === 0}
            onClick={() => setSaving(true)}
          >
            {t.manageViews}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Dialog title={t.manageViews} isOpen={isSaving} onClose={() => setSaving(false)}>
        <Stack>
          {hasFilters && <SaveForm page={page} values={values} onDone={() => setSaving(false)} />}
          {views.map((view) => (
            <View key={view.id} view={view} />
          ))}
        </Stack>
      </Dialog>
    </>
  )
}

/** Keeps the filters of now. The same name again replaces them. */
function SaveForm({
  page,
  values,
  onDone,
}: {
  readonly page: string
  readonly values: Values
  readonly onDone: () => void
}) {
  const t = useTexts(partTexts)
  const form = useForm({ initialValues: { name: '' } })
  const query = address('', values).replace(/^\?/, '')
  const save = useChange(
    ({ name }: typeof form.values) =>
      call<SavedViewWire>('POST', '/api/user/views', { body: { page, name, query } }),
    { done: t.viewSaved, onDone },
  )
  const submit = form.onSubmit((body) =>
    save.mutate(body, {
      onError: (cause) => cause instanceof ApiError && form.setErrors(cause.byField),
    }),
  )
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={t.viewName}
          description={t.viewNameHint}
          maxLength={60}
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <DialogActions
          confirm={t.saveView}
          isPending={save.isPending}
          error={save.error}
          onCancel={onDone}
        />
      </Stack>
    </form>
  )
}

function View({ view: { id, name } }: { readonly view: SavedViewWire }) {
  const t = useTexts(partTexts)
  const remove = useChange(() => call('DELETE', `/api/user/views/${id}`), { done: t.viewRemoved })
  return (
    <>
      <Group justify="space-between">
        {name}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.removeView(name)}
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          <Trash2 size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {remove.error && <Failure error={remove.error} />}
    </>
  )
}
