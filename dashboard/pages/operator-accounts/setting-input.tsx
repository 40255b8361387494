import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import type { Rail, Setting } from '../../../contract/account-settings.ts'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { useTexts } from '../../text/text.ts'
import { ApprovalInput } from './approval-input.tsx'
import { PriceInput, PriceRangesInput } from './price-input.tsx'
import { settingTexts, valueTexts } from './setting-texts.ts'
import type { ApprovalRule, Draft, Price, PriceRange } from './settings.ts'

export interface InputProps {
  readonly label: string
  readonly error: string | undefined
}

/** The field of one setting. */
export function SettingInput({
  setting: { path, kind },
  value,
  error,
  onChange,
}: {
  readonly setting: Setting
  readonly value: unknown
  readonly error: string | undefined
  readonly onChange: (value: unknown) => void
}) {
  const t = useTexts(valueTexts)
  const names = useTexts(settingTexts)
  const props = { label: names[path], error }
  if (kind === 'switch')
    return (
      <Switch
        {...props}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (kind === 'money')
    return (
      <MoneyInput
        {...props}
        value={(value as number | undefined) ?? null}
        onChange={(cents) => onChange(cents ?? undefined)}
      />
    )
  if (kind === 'integer')
    return (
      <NumberInput
        {...props}
        allowDecimal={false}
        allowNegative={false}
        value={(value as number | undefined) ?? ''}
        onChange={(next) => onChange(next === '' ? undefined : Number(next))}
      />
    )
  if (kind === 'price')
    return <PriceInput {...props} value={value as Draft<Price> | undefined} onChange={onChange} />
  if (kind === 'ranges')
    return (
      <PriceRangesInput
        {...props}
        value={value as readonly Draft<PriceRange>[] | undefined}
        onChange={onChange}
      />
    )
  if (kind === 'approval')
    return (
      <ApprovalInput
        {...props}
        value={value as Draft<ApprovalRule> | null | undefined}
        onChange={onChange}
      />
    )
  if (kind === 'text')
    return (
      <TextInput
        {...props}
        label={path === 'name' ? names.name : `${names[path]} (${t.optional})`}
        required={path === 'name'}
        maxLength={120}
        value={(value as string | null | undefined) ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
      />
    )
  if ('rail' in kind)
    return <ProviderInput {...props} rail={kind.rail} value={value} onChange={onChange} />
  return (
    <Select
      {...props}
      allowDeselect={false}
      data={kind.choices.map((choice) => ({ value: choice, label: names[choice] }))}
      value={(value as string | undefined) ?? null}
      onChange={onChange}
    />
  )
}

function ProviderInput({
  rail,
  value,
  onChange,
  ...props
}: InputProps & {
  readonly rail: Rail
  readonly value: unknown
  readonly onChange: (value: string | null) => void
}) {
  const t = useTexts(valueTexts)
  const providers = useProviders().all.filter((each) => each.rail === rail)
  return (
    <Select
      {...props}
      clearable
      placeholder={t.noProvider}
      data={providers.map(({ id, name }) => ({ value: id, label: name }))}
      value={(value as string | null | undefined) ?? null}
      onChange={onChange}
    />
  )
}
