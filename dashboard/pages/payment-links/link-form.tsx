import { Button, Checkbox, Group, NumberInput, Stack, Textarea, TextInput } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import { useForm } from '@mantine/form'
import { useEffect } from 'react'
import type { PaymentMethod } from '../../../contract/fields.ts'
import { ApiError } from '../../api/api-error.ts'
import { now } from '../../api/clock.ts'
import { Card } from '../../parts/card.tsx'
import { Failure } from '../../parts/failure.tsx'
import { todayAt } from '../../parts/periods.ts'
import { methodNames } from '../../text/names.ts'
import { useTexts } from '../../text/text.ts'
import { formTexts } from './form-texts.ts'
import { ItemFields } from './item-fields.tsx'
import { formErrors, type LinkValues } from './link-values.ts'
import { PriceFields } from './price-fields.tsx'

/** The form of a link in the hands of the parts of it. */
export type LinkFormState = ReturnType<typeof useForm<LinkValues>>

/** Everything that a merchant chooses of a link. */
export function LinkForm({
  initial,
  submit,
  isPending,
  error,
  onChange,
  onSubmit,
}: {
  readonly initial: LinkValues
  readonly submit: string
  readonly isPending: boolean
  readonly error: Error | null
  readonly onChange?: (values: LinkValues) => void
  readonly onSubmit: (values: LinkValues) => void
}) {
  const t = useTexts(formTexts)
  const form = useForm<LinkValues>({
    initialValues: initial,
    ...(onChange && { onValuesChange: onChange }),
  })
  const { setErrors } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is new with each render.
  useEffect(() => {
    if (error instanceof ApiError) setErrors(formErrors(error.byField))
  }, [error])
  return (
    <form onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap="lg" maw={720}>
        <Card title={t.sold}>
          <Stack>
            <TextInput
              label={t.title}
              description={t.titleHint}
              placeholder={t.titleExample}
              maxLength={120}
              required
              {...form.getInputProps('title')}
            />
            <Textarea
              label={t.description}
              maxLength={1_000}
              autosize
              minRows={2}
              {...form.getInputProps('description')}
            />
          </Stack>
        </Card>
        <Card title={t.price}>
          <PriceFields form={form} />
        </Card>
        <Card title={t.items} lead={t.itemsHint}>
          <ItemFields form={form} />
        </Card>
        <Card title={t.payment}>
          <PaymentFields form={form} />
        </Card>
        <Card title={t.limits}>
          <LimitFields form={form} />
        </Card>
        {error && <Failure error={error} />}
        <Group>
          <Button type="submit" loading={isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function PaymentFields({ form }: { readonly form: LinkFormState }) {
  const t = useTexts(formTexts)
  const names = useTexts(methodNames)
  return (
    <Stack>
      <Checkbox.Group
        label={t.methods}
        description={t.methodsHint}
        {...form.getInputProps('methods')}
      >
        <Group mt="xs">
          {(Object.keys(names) as PaymentMethod[]).map((method) => (
            <Checkbox key={method} value={method} label={names[method]} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberInput
        label={t.installments}
        description={t.installmentsHint}
        min={1}
        max={99}
        allowDecimal={false}
        w={{ base: '100%', xs: 320 }}
        {...form.getInputProps('installments')}
      />
    </Stack>
  )
}

function LimitFields({ form }: { readonly form: LinkFormState }) {
  const t = useTexts(formTexts)
  return (
    <Stack>
      <DateInput
        label={t.ends}
        clearable
        minDate={todayAt(now())}
        valueFormat="DD/MM/YYYY"
        w={{ base: '100%', xs: 320 }}
        {...form.getInputProps('ends')}
      />
      <NumberInput
        label={t.mostUses}
        description={t.mostUsesHint}
        min={1}
        max={1_000_000}
        allowDecimal={false}
        w={{ base: '100%', xs: 320 }}
        {...form.getInputProps('mostUses')}
      />
      <TextInput
        label={t.redirect}
        description={t.redirectHint}
        type="url"
        placeholder="https://loja.exemplo.com.br/obrigado"
        {...form.getInputProps('redirectUrl')}
      />
    </Stack>
  )
}
