import { Radio, Stack } from '@mantine/core'
import { Filter } from '../../parts/filter.tsx'
import { useProviders } from '../../parts/provider-names.ts'
import { useTexts } from '../../text/text.ts'
import { reconciliationTexts } from './reconciliation-texts.ts'

/** A list of all providers, or of one. */
export function ProviderFilter({
  value = '',
  onChange,
}: {
  readonly value: string | undefined
  readonly onChange: (providerId: string | null) => void
}) {
  const t = useTexts(reconciliationTexts)
  const { all, nameOf } = useProviders()
  return (
    <Filter
      name={t.providerName}
      value={value === '' ? '' : nameOf(value)}
      onClear={() => onChange(null)}
    >
      {(close) => (
        <Radio.Group
          aria-label={t.providerName}
          value={value}
          onChange={(id) => {
            onChange(id)
            close()
          }}
        >
          <Stack gap="xs">
            {all.map(({ id, name }) => (
              <Radio key={id} value={id} label={name} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Filter>
  )
}
