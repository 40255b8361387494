import { NumberInput, type NumberInputProps } from '@mantine/core'
import { useLanguage } from '../text/text.ts'

/** A field for an amount of reais. Its value is cents; null while it is empty. */
export function MoneyInput({
  value,
  onChange,
  ...rest
}: Omit<NumberInputProps, 'value' | 'onChange' | 'defaultValue'> & {
  readonly value?: number | null
  readonly onChange?: (cents: number | null) => void
}) {
  const { language } = useLanguage()
  const isPortuguese = language === 'pt'
  return (
    <NumberInput
      prefix="R$ "
      decimalScale={2}
      fixedDecimalScale
      allowNegative={false}
      hideControls
      inputMode="decimal"
      decimalSeparator={isPortuguese ? ',' : '.'}
      thousandSeparator={isPortuguese ? '.' : ','}
      max={999_999_999.99}
      clampBehavior="none"
      {...rest}
      value={typeof value === 'number' ? value / 100 : ''}
      onChange={(reais) => onChange?.(reais === '' ? null : Math.round(Number(reais) * 100))}
    />
  )
}
