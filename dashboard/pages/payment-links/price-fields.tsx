import { Checkbox, Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useTexts } from '../../text/text.ts'
import { formTexts } from './form-texts.ts'
import type { LinkFormState } from './link-form.tsx'

/** One price, of which the payer may choose a number, or an amount that the payer chooses. */
export function PriceFields({ form }: { readonly form: LinkFormState }) {
  const t = useTexts(formTexts)
  const { price } = form.values
  return (
    <Stack>
      <SegmentedControl
        aria-label={t.price}
        data={[
          { value: 'fixed', label: t.fixed },
          { value: 'open', label: t.open },
        ]}
        style={{ alignSelf: 'flex-start' }}
        {...form.getInputProps('price')}
      />
      {price === 'fixed' ? <FixedPrice form={form} /> : <OpenPrice form={form} />}
    </Stack>
  )
}

function FixedPrice({ form }: { readonly form: LinkFormState }) {
  const t = useTexts(formTexts)
  const { hasQuantity } = form.values
  return (
    <>
      <MoneyInput
        label={hasQuantity ? t.amountEach : t.amount}
        required
        w={{ base: '100%', xs: 200 }}
        {...form.getInputProps('amount')}
      />
      <Checkbox
        label={t.hasQuantity}
        {...form.getInputProps('hasQuantity', { type: 'checkbox' })}
      />
      {hasQuantity && (
        <Group align="flex-start">
          <Count label={t.leastQuantity} {...form.getInputProps('leastQuantity')} />
          <Count label={t.mostQuantity} {...form.getInputProps('mostQuantity')} />
        </Group>
      )}
    </>
  )
}

function Count(props: Parameters<typeof NumberInput>[0]) {
  return <NumberInput required min={1} max={1_000} allowDecimal={false} w={200} {...props} />
}

function OpenPrice({ form }: { readonly form: LinkFormState }) {
  const t = useTexts(formTexts)
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.openHint}
      </Text>
      <Group align="flex-start">
        <MoneyInput label={t.least} required w={200} {...form.getInputProps('least')} />
        <MoneyInput label={t.most} required w={200} {...form.getInputProps('most')} />
      </Group>
    </>
  )
}
