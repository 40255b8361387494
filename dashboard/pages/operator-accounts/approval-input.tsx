import { Fieldset, Select, Stack, Switch, TextInput } from '@mantine/core'
import { MoneyInput } from '../../parts/money-input.tsx'
import { useTexts } from '../../text/text.ts'
import type { InputProps } from './setting-input.tsx'
import { valueTexts } from './setting-texts.ts'
import type { ApprovalRule, Draft } from './settings.ts'

/** The rule that makes large cashouts wait. Off: the rule is removed. */
export function ApprovalInput({
  label,
  error,
  value,
  onChange,
}: InputProps & {
  readonly value: Draft<ApprovalRule> | null | undefined
  readonly onChange: (rule: Draft<ApprovalRule> | null) => void
}) {
  const t = useTexts(valueTexts)
  return (
    <Fieldset legend={label} p="sm">
      <Stack gap="sm">
        <Switch
          label={t.approvalNeeded}
          error={error}
          checked={Boolean(value)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? { above: 0, by: 'person' } : null)
          }
        />
        {value && (
          <>
            <MoneyInput
              label={t.above}
              value={value.above}
              onChange={(above) => onChange({ ...value, above })}
            />
            <Select
              label={t.by}
              allowDeselect={false}
              data={[
                { value: 'person', label: t.person },
                { value: 'callback', label: t.callback },
              ]}
              value={value.by}
              onChange={(by) =>
                onChange(
                  by === 'callback'
                    ? { above: value.above, by, url: value.url ?? '' }
                    : { above: value.above, by: 'person' },
                )
              }
            />
            {value.by === 'callback' && (
              <TextInput
                label={t.url}
                type="url"
                required
                value={value.url ?? ''}
                onChange={({ currentTarget }) => onChange({ ...value, url: currentTarget.value })}
              />
            )}
          </>
        )}
      </Stack>
    </Fieldset>
  )
}
