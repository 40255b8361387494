import { Button, Fieldset, Group, NumberInput, Stack, Text } from '@mantine/core'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useLanguage, useTexts } from '../../text/text.ts'
import type { InputProps } from './setting-input.tsx'
import { valueTexts } from './setting-texts.ts'
import type { Price, PriceRange } from './settings.ts'

const free: Price = { fixed: 0, basisPoints: 0 }

/** A percentage of the amount, and a fixed part. */
export function PriceInput({
  label,
  error,
  value,
  onChange,
}: InputProps & {
  readonly value: Price | null | undefined
  readonly onChange: (price: Price) => void
}) {
  return (
    <Fieldset legend={label} p="sm">
      <PriceFields value={value ?? undefined} onChange={onChange} />
      <FieldError>{error}</FieldError>
    </Fieldset>
  )
}

/** A price for each range of installments. */
export function PriceRangesInput({
  label,
  error,
  value = [],
  onChange,
}: InputProps & {
  readonly value: readonly PriceRange[] | undefined
  readonly onChange: (ranges: readonly PriceRange[]) => void
}) {
  const t = useTexts(valueTexts)
  return (
    <Fieldset legend={label} p="sm">
      <Stack gap="sm">
        {value.map((range, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a range has no name of its own.
          <Group key={index} gap="sm" align="flex-end" wrap="nowrap">
            <NumberInput
              label={t.upTo}
              w={110}
              min={1}
              max={99}
              hideControls
              allowDecimal={false}
              value={range.upTo}
              onChange={(upTo) => onChange(value.with(index, { ...range, upTo: Number(upTo) }))}
            />
            <PriceFields
              value={range}
              onChange={(price) => onChange(value.with(index, { ...range, ...price }))}
            />
            <Button
              variant="subtle"
              color="gray"
              px="xs"
              aria-label={t.removeRange}
              onClick={() => onChange(value.toSpliced(index, 1))}
            >
              ×
            </Button>
          </Group>
        ))}
        <Button
          size="xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onChange([...value, { ...free, upTo: nextEnd(value) }])}
        >
          {t.addRange}
        </Button>
      </Stack>
      <FieldError>{error}</FieldError>
    </Fieldset>
  )
}

function PriceFields({
  value,
  onChange,
}: {
  readonly value: Price | undefined
  readonly onChange: (price: Price) => void
}) {
  const t = useTexts(valueTexts)
  const { language } = useLanguage()
  return (
    <Group gap="sm" grow wrap="nowrap">
      <NumberInput
        label={t.share}
        suffix="%"
        decimalScale={2}
        decimalSeparator={language === 'pt' ? ',' : '.'}
        min={0}
        max={100}
        hideControls
        value={value ? value.basisPoints / 100 : ''}
        onChange={(share) =>
          onChange({ ...free, ...value, basisPoints: Math.round(Number(share) * 100) })
        }
      />
      <MoneyInput
        label={t.fixed}
        value={value?.fixed ?? null}
        onChange={(fixed) => onChange({ ...free, ...value, fixed: fixed ?? 0 })}
      />
    </Group>
  )
}

function FieldError({ children }: { readonly children: string | undefined }) {
  if (children === undefined) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
      {children}
    </Text>
  )
}

const nextEnd = (ranges: readonly PriceRange[]): number =>
  Math.min(99, (ranges.at(-1)?.upTo ?? 0) + 6)
