import type { Setting } from '../../../contract/account-settings.ts'
import { useProviders } from '../../parts/provider-names.ts'
import { useFormat } from '../../text/format.ts'
import { useTexts } from '../../text/text.ts'
import { settingTexts, valueTexts } from './setting-texts.ts'
import type { ApprovalRule, Price, PriceRange } from './settings.ts'

/** Writes the value of a setting for people. */
export function useSettingText(): (setting: Setting, value: unknown) => string {
  const t = useTexts(valueTexts)
  const names = useTexts(settingTexts)
  const { money, number, list: listOf } = useFormat()
  const { nameOf } = useProviders()
  const price = ({ fixed, basisPoints }: Price) =>
    [
      ...(basisPoints > 0 || fixed === 0 ? [`${number(basisPoints / 100)}%`] : []),
      ...(fixed > 0 ? [money(fixed)] : []),
    ].join(' + ')
  return ({ kind }, value) => {
    if (typeof kind === 'object' && 'rail' in kind)
      return typeof value === 'string' ? nameOf(value) : t.noProvider
    if (kind === 'switch') return value === true ? t.on : t.off
    if (kind === 'approval') {
      const rule = value as ApprovalRule | null | undefined
      return rule ? t.approvalText(money(rule.above), t[rule.by]) : t.noApproval
    }
    if (kind === 'ranges') {
      const ranges = (value ?? []) as readonly PriceRange[]
      return ranges.length === 0
        ? t.notSet
        : listOf(ranges.map((each) => t.range(each.upTo, price(each))))
    }
    if (value === null || value === undefined || value === '') return t.notSet
    if (kind === 'price') return price(value as Price)
    if (kind === 'money') return money(Number(value))
    if (kind === 'integer') return number(Number(value))
    if (kind === 'text') return String(value)
    return names[value as keyof typeof names] ?? String(value)
  }
}
