import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import type { WebhookEndpointWire } from '../../../contract/webhook-endpoint.ts'
import { ApiError } from '../../api/api-error.ts'
import { Failure } from '../../parts/failure.tsx'
import { useTexts } from '../../text/text.ts'
import { eventsOf, linesOf } from './event-lines.ts'
import { webhookTexts } from './webhooks-texts.ts'

interface Values {
  readonly url: string
  readonly description: string | null
  readonly events: string[]
}

/** The address, the purpose and the events of an endpoint. */
export function EndpointForm({
  endpoint,
  submit,
  isPending,
  error,
  onSubmit,
}: {
  /** Left out: a new one. */
  readonly endpoint?: WebhookEndpointWire
  readonly submit: string
  readonly isPending: boolean
  readonly error: Error | null
  readonly onSubmit: (values: Values) => void
}) {
  const t = useTexts(webhookTexts)
  const form = useForm({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      events: linesOf(endpoint?.events ?? []),
    },
  })
  const { setErrors } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is new with each render.
  useEffect(() => {
    if (error instanceof ApiError) setErrors(error.byField)
  }, [error])
  return (
    <form
      onSubmit={form.onSubmit(({ url, description, events }) =>
        onSubmit({
          url: url.trim(),
          description: description.trim() || null,
          events: eventsOf(events),
        }),
      )}
    >
      <Stack>
        <TextInput
          label={t.address}
          type="url"
          placeholder="https://loja.exemplo.com.br/webhooks"
          required
          {...form.getInputProps('url')}
        />
        <TextInput
          label={`${t.description} (${t.optional})`}
          maxLength={255}
          {...form.getInputProps('description')}
        />
        <Textarea
          label={t.events}
          description={t.eventsHint}
          autosize
          minRows={2}
          classNames={{ input: 'code' }}
          {...form.getInputProps('events')}
        />
        {error && <Failure error={error} />}
        <Button type="submit" loading={isPending}>
          {submit}
        </Button>
      </Stack>
    </form>
  )
}
