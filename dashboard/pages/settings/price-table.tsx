import { Table } from '@mantine/core'
import type { OwnAccountWire } from '../../../contract/account.ts'
import { State } from '../../parts/values.tsx'
import { WideTable } from '../../parts/wide-table.tsx'
import { useFormat } from '../../text/format.ts'
import { methodNames } from '../../text/names.ts'
import { useLocale, useTexts } from '../../text/text.ts'
import { accountTexts } from './account-texts.ts'

interface Price {
  readonly fixed: number
  readonly basisPoints: number
}

/** What each method costs, and when its money arrives. */
export function PriceTable({ account }: { readonly account: OwnAccountWire }) {
  const t = useTexts(accountTexts)
  const names = useTexts(methodNames)
  const priceText = usePriceText()
  const { methods, prices, settlementDays, cashout, notReady } = account
  const soon = (days: number) => (days === 0 ? t.atOnce : t.businessDays(days))
  const rows = [
    {
      key: 'PIX',
      isOn: methods.PIX,
      price: [priceText(prices.PIX)],
      days: soon(settlementDays.PIX),
    },
    {
      key: 'BOLETO',
      isOn: methods.BOLETO,
      price: [priceText(prices.BOLETO)],
      days: soon(settlementDays.BOLETO),
    },
    {
      key: 'CREDIT_CARD',
      isOn: methods.CREDIT_CARD,
      price: prices.CREDIT_CARD.map((each) => `${t.upTo(each.upTo)}: ${priceText(each)}`),
      days: t.perInstallment(settlementDays.CREDIT_CARD),
    },
    { key: 'CASHOUT', isOn: cashout.enabled, price: [priceText(prices.CASHOUT)], days: '' },
  ] as const
  return (
    <WideTable label={t.methods} minWidth={480}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t.method}</Table.Th>
          <Table.Th>{t.state}</Table.Th>
          <Table.Th>{t.price}</Table.Th>
          <Table.Th>{t.settles}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, isOn, price, days }) => (
          <Table.Tr key={key} style={{ whiteSpace: 'nowrap' }}>
            <Table.Td fw={500}>{key === 'CASHOUT' ? t.cashout : names[key]}</Table.Td>
            <Table.Td miw={110}>
              {!isOn ? (
                <State tone="neutral">{t.off}</State>
              ) : notReady.includes(key) ? (
                <State tone="attention">{t.incomplete}</State>
              ) : (
                <State tone="good">{t.on}</State>
              )}
            </Table.Td>
            <Table.Td>
              {price.map((line) => (
                <div key={line}>{line}</div>
              ))}
            </Table.Td>
            <Table.Td>{days}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}

/** A share and a fixed part: 3,99% + R$ 0,49. */
function usePriceText(): (price: Price | null) => string {
  const t = useTexts(accountTexts)
  const { money } = useFormat()
  const locale = useLocale()
  return (price) => {
    if (price === null) return t.noPrice
    const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
    const parts = [
      ...(price.basisPoints > 0 ? [share.format(price.basisPoints / 10_000)] : []),
      ...(price.fixed > 0 ? [money(price.fixed)] : []),
    ]
    return parts.length === 0 ? t.free : parts.join(' + ')
  }
}
