import { Button, Fieldset, Group, NumberInput, Stack, Text } from '@mantine/core'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useLanguage, useTexts } from '../../text/text.ts'
import type { InputProps } from './setting-input.tsx'
import { valueTexts } from './setting-texts.ts'
import type { Draft, Price, PriceRange } from './settings.ts'

const free: Price = { fixed: 0, basisPoints: 0 }

/** A percentage of the amount, and a fixed part. Not set: both fields are empty. */
export function PriceInput({
  label,
  error,
  value,
  onChange,
}: InputProps & {
  readonly value: Draft<Price> | null | undefined
  readonly onChange: (price: Draft<Price> | undefined) => void
}) {
  return (
    <Fieldset legend={label} p="sm">
      <PriceFields
        value={value ?? undefined}
        onChange={(price) =>
          onChange(price.fixed === null && price.basisPoints === null ? undefined : price)
        }
      />
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
  readonly value: readonly Draft<PriceRange>[] | undefined
  readonly onChange: (ranges: readonly Draft<PriceRange>[]) => void
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
              value={range.upTo ?? ''}
              onChange={(upTo) =>
                onChange(value.with(index, { ...range, upTo: upTo === '' ? null : Number(upTo) }))
              }
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
  readonly value: Draft<Price> | undefined
  readonly onChange: (price: Draft<Price>) => void
}) {
  const t = useTexts(valueTexts)
  const { language } = useLanguage()
  const basisPoints = value?.basisPoints ?? null
  return (
    <Group gap="sm" grow wrap="nowrap">
      <NumberInput
        label={t.share}
        suffix="%"
        decimalScale={2}
        decimalSeparator={language === 'pt' ? ',' : '.'}
        allowNegative={false}
        max={100}
        hideControls
        value={basisPoints === null ? '' : basisPoints / 100}
        onChange={(share) => onChange({ ...free, ...value, basisPoints: basisPointsOf(share) })}
      />
      <MoneyInput
        label={t.fixed}
        value={value?.fixed ?? null}
        onChange={(fixed) => onChange({ ...free, ...value, fixed })}
      />
    </Group>
  )
}

/** A lone separator is no number yet. */
function basisPointsOf(share: number | string): number | null {
  const percent = share === '' ? Number.NaN : Number(share)
  return Number.isNaN(percent) ? null : Math.round(percent * 100)
}

function FieldError({ children }: { readonly children: string | undefined }) {
  if (children === undefined) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
      {children}
    </Text>
  )
}

const nextEnd = (ranges: readonly Draft<PriceRange>[]): number =>
  Math.min(99, (ranges.at(-1)?.upTo ?? 0) + 6)
