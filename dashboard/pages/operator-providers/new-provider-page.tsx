import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AddedProviderWire } from '../../../contract/provider.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { useGuardedChange, WaitsForSecondPerson } from '../../parts/second-person.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useTexts } from '../../text/text.ts'
import { CallbackAddress } from './callback-address.tsx'
import { kindsQuery } from './provider-query.ts'
import { useRailName } from './provider-state.tsx'
import { providerTexts } from './providers-texts.ts'
import { SettingsFields } from './settings-fields.tsx'
import { blankOf, filledIn, type Schema, type Settings } from './settings-schema.ts'

/** Adds a provider. Its kind says which settings it needs. */
export default function NewProviderPage() {
  const t = useTexts(providerTexts)
  const navigate = useNavigate()
  const railName = useRailName()
  const { data: kinds, error, refetch } = useQuery(kindsQuery)
  const [kind, setKind] = useState<string | null>(null)
  const [name, setName] = useState('')
  const [settings, setSettings] = useState<Settings>({})
  const add = useGuardedChange<void, AddedProviderWire>(
    () =>
      call('POST', '/api/admin/providers', {
        body: { kind, name: name.trim(), settings: filledIn(settings) },
      }),
    { done: t.added },
  )
  if (error && !kinds) return <Failure error={error} retry={refetch} />
  if (!kinds) return <PageSkeleton />
  const schemaOf = (wanted: string | null) =>
    kinds.find((each) => each.kind === wanted)?.settings as Schema | undefined
  const schema = schemaOf(kind)
  const toList = () => void navigate({ to: '/operator/providers' })
  const added = add.data && 'callbackUrl' in add.data ? add.data : undefined
  const choose = (wanted: string | null) => {
    setKind(wanted)
    const next = schemaOf(wanted)
    setSettings((next ? blankOf(next) : {}) as Settings)
  }
  return (
    <Page title={t.add} back={{ to: '/operator/providers', text: t.title }}>
      <Stack maw={720}>
        <Card {...(added && { title: t.addressTitle })}>
          {add.waiting ? (
            <WaitsForSecondPerson onClose={toList} />
          ) : added ? (
            <CallbackAddress
              url={added.callbackUrl}
              onKept={() =>
                void navigate({ to: '/operator/providers/$id', params: { id: added.id } })
              }
            />
          ) : (
            <form
              onSubmit={(event) => {
                event.preventDefault()
                add.mutate()
              }}
            >
              <Stack>
                <Select
                  label={t.kind}
                  required
                  data={kinds.map((each) => ({
                    value: each.kind,
                    label: `${each.name} · ${railName(each.rail)}`,
                  }))}
                  value={kind}
                  onChange={choose}
                />
                <TextInput
                  label={t.name}
                  required
                  maxLength={120}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                />
                {schema && (
                  <SettingsFields
                    key={kind}
                    schema={schema}
                    value={settings}
                    onChange={setSettings}
                    errors={fieldErrors(add.error)}
                    path="settings"
                  />
                )}
                {add.error && <Failure error={add.error} />}
                <Button type="submit" loading={add.isPending} style={{ alignSelf: 'flex-start' }}>
                  {t.add}
                </Button>
              </Stack>
            </form>
          )}
        </Card>
      </Stack>
    </Page>
  )
}
