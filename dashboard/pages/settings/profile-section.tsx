import {
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
  useMantineColorScheme,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useLogin } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { changedFields } from '../../parts/changed-fields.ts'
import { Failure } from '../../parts/failure.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useLanguage, useTexts } from '../../text/text.ts'
import { settingsTexts } from './settings-texts.ts'

/** Name and mails of the person, and how this browser shows the dashboard. */
export function ProfileSection() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <PersonForm />
      <BrowserSettings />
    </SimpleGrid>
  )
}

function PersonForm() {
  const t = useTexts(settingsTexts)
  const { person } = useLogin()
  const form = useForm({
    initialValues: { name: person.name, language: person.language as 'pt' | 'en' },
  })
  const save = useChange(
    (body: Partial<typeof form.values>) => call('PATCH', '/api/auth/person', { body }),
    { done: t.saved },
  )
  return (
    <Card title={t.profile}>
      <form
        onSubmit={form.onSubmit((values) =>
          save.mutate(changedFields(form.getInitialValues(), values), {
            onSuccess: () => form.resetDirty(values),
            onError(error) {
              if (error instanceof ApiError) form.setErrors(error.byField)
            },
          }),
        )}
      >
        <Stack>
          <TextInput label={t.name} autoComplete="name" required {...form.getInputProps('name')} />
          <TextInput
            label={t.email}
            description={t.emailHint}
            value={person.email}
            readOnly
            variant="filled"
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
          {save.error && <Failure error={save.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {t.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

function BrowserSettings() {
  const t = useTexts(settingsTexts)
  const { language, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Card title={t.browser}>
      <Stack>
        <Select
          label={t.language}
          data={[
            { value: 'pt', label: t.portuguese },
            { value: 'en', label: t.english },
          ]}
          value={language}
          onChange={(value) => choose(value === 'en' ? 'en' : 'pt')}
          allowDeselect={false}
        />
        <Select
          label={t.theme}
          data={[
            { value: 'auto', label: t.system },
            { value: 'light', label: t.light },
            { value: 'dark', label: t.dark },
          ]}
          value={colorScheme}
          onChange={(value) =>
            setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')
          }
          allowDeselect={false}
        />
      </Stack>
    </Card>
  )
}
