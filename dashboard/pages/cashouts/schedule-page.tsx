import { Alert, Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CashoutScheduleWire } from '../../../contract/cashout.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { useMay } from '../../api/login.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { MoneyInput } from '../../parts/money-input.tsx'
import { Page } from '../../parts/page.tsx'
import { PageSkeleton } from '../../parts/skeletons.tsx'
import { useChange } from '../../parts/use-change.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { cashoutTexts, frequencyNames, weekdayNames } from './cashouts-texts.ts'
import { changesOf, type ScheduleValues, valuesOf } from './schedule-values.ts'

export default function SchedulePage() {
  const t = useTexts(cashoutTexts)
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    queryKey: ['cashout-schedule'],
    queryFn: ({ signal }) => readSchedule(signal),
  })
  if (error && !data) return <Failure error={error} retry={refetch} />
  // The form begins with what is set now, and not with what an earlier visit read.
  if (!data || (isFetching && !isFetchedAfterMount)) return <PageSkeleton />
  return (
    <Page title={t.schedule} lead={t.scheduleLead} back={{ to: '/cashouts', text: t.title }}>
      <ScheduleForm schedule={data} />
    </Page>
  )
}

const path = '/api/user/cashout/schedule'

const readSchedule = (signal?: AbortSignal) =>
  call<CashoutScheduleWire>('GET', path, { ...(signal && { signal }) })

function ScheduleForm({ schedule }: { readonly schedule: CashoutScheduleWire }) {
  const t = useTexts(cashoutTexts)
  const frequencies = useTexts(frequencyNames)
  const weekdays = useTexts(weekdayNames)
  const { instant } = useFormat()
  const mayChange = useMay().atAccount('cashout-schedule:write')
  // What the form began with. A later reading may hold changes of another person.
  const [before, setBefore] = useState(schedule)
  const form = useForm({ initialValues: valuesOf(before) })
  const { enabled, frequency } = form.values
  const save = useChange(
    async (values: ScheduleValues) => {
      const changes = changesOf(before, values)
      const { enabled = (await readSchedule()).enabled } = changes
      return call<CashoutScheduleWire>('PUT', path, { body: { ...changes, enabled } })
    },
    {
      done: t.saved,
      onDone(saved) {
        setBefore(saved)
        form.setValues(valuesOf(saved))
      },
    },
  )
  const submit = form.onSubmit((values) =>
    save.mutate(values, {
      onError: (cause) => cause instanceof ApiError && form.setErrors(cause.byField),
    }),
  )
  return (
    <Card>
      <form onSubmit={submit}>
        <fieldset disabled={!mayChange} style={{ border: 0, padding: 0, margin: 0 }}>
          <Stack maw={520}>
            {!mayChange && (
              <Alert variant="light" color="gray">
                {t.mayNot}
              </Alert>
            )}
            <Switch label={t.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
            {enabled && (
              <>
                {schedule.nextAt && `${t.next}: ${instant(schedule.nextAt)}`}
                <Select
                  label={t.frequency}
                  data={options(frequencies)}
                  allowDeselect={false}
                  {...form.getInputProps('frequency')}
                />
                {frequency === 'WEEKLY' && (
                  <Select
                    label={t.weekday}
                    data={options(weekdays)}
                    allowDeselect={false}
                    {...form.getInputProps('weekday')}
                  />
                )}
                <TextInput label={t.time} type="time" {...form.getInputProps('time')} />
                <TextInput
                  label={t.pixKey}
                  description={t.pixKeyHint}
                  required
                  {...form.getInputProps('pixKey')}
                />
                <TextInput
                  label={t.owner}
                  description={t.ownerHint}
                  {...form.getInputProps('beneficiaryDocument')}
                />
                <MoneyInput label={t.minimum} {...form.getInputProps('minimumAmount')} />
                <MoneyInput label={t.reserve} {...form.getInputProps('reserve')} />
              </>
            )}
            {save.error && <Failure error={save.error} />}
            {mayChange && (
              <Group>
                <Button type="submit" loading={save.isPending}>
                  {t.save}
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Card>
  )
}

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))
