import { type Kind, settingGroupNames, settingGroups, settingNames } from './account-settings.ts'

type Language = 'pt' | 'en'
type Text = Readonly<Record<Language, string>>

/** How the reader of a change writes values. */
interface ChangedFieldFormat {
  readonly language: Language
  /** Cents as reais. */
  money(cents: number): string
  /** The name of a provider, by its id. */
  provider(id: string): string
}

/**
 * The name of a changed field for people: `cashout.limits.perDay` is the daily limit of cashouts. A
 * field without a name has its path.
 */
export function changedFieldName(path: string, language: Language): string {
  const found = settingAt(path)
  if (!found) return otherNames[path]?.[language] ?? path
  const part = partNames[path.slice(found.path.length + 1)]?.[language]
  return [
    ...(found.group === 'identity' || found.group === 'rules'
      ? []
      : [settingGroupNames[found.group][language]]),
    settingNames[found.path][language],
    ...(part === undefined ? [] : [part]),
  ].join(': ')
}

/** The value of a changed field for people, such as `R$ 1.234,56`. */
export function changedFieldValue(
  path: string,
  value: unknown,
  format: ChangedFieldFormat,
): string {
  const { language, money, provider } = format
  const kind = settingAt(path)?.kind
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return (value ? on : off)[language]
  if (typeof value === 'number') {
    if (kind === 'money' || /(?:^|\.)(?:amount|fixed|above)$/.test(path)) return money(value)
    return path.endsWith('.basisPoints') ? share(value, language) : String(value)
  }
  if (typeof value === 'string') {
    if (typeof kind === 'object' && 'rail' in kind) return provider(value)
    return choiceName(kind, value)?.[language] ?? value
  }
  if (kind === 'ranges' && Array.isArray(value))
    return value.map((range: PriceRange) => rangeText(range, format)).join('; ')
  return JSON.stringify(value)
}

interface PriceRange {
  readonly upTo: number
  readonly fixed: number
  readonly basisPoints: number
}

const rangeText = (
  { upTo, fixed, basisPoints }: PriceRange,
  { language, money }: ChangedFieldFormat,
): string => `${upTo}x: ${share(basisPoints, language)} + ${money(fixed)}`

/** 250 basis points are `2,5%`. */
const share = (basisPoints: number, language: Language): string =>
  `${String(basisPoints / 100).replace('.', language === 'pt' ? ',' : '.')}%`

type Group = keyof typeof settingGroups
const settings = (Object.keys(settingGroups) as Group[]).flatMap((group) =>
  settingGroups[group].map(({ path, kind }) => ({ group, path, kind })),
)

/** The setting at a path, or the setting of which a part is at the path: `prices.PIX.fixed`. */
const settingAt = (path: string) =>
  settings.find((each) => path === each.path || path.startsWith(`${each.path}.`))

function choiceName(kind: Kind | undefined, value: string): Text | undefined {
  if (typeof kind !== 'object' || !('choices' in kind)) return undefined
  const choice = kind.choices.find((each) => each === value)
  return choice && settingNames[choice]
}

const on: Text = { pt: 'Ligado', en: 'On' }
const off: Text = { pt: 'Desligado', en: 'Off' }

const partNames: Readonly<Record<string, Text>> = {
  fixed: { pt: 'fixo', en: 'fixed' },
  basisPoints: { pt: 'porcentagem', en: 'percentage' },
  above: { pt: 'acima de', en: 'above' },
  by: { pt: 'quem aprova', en: 'approved by' },
  url: { pt: 'endereço do programa', en: 'address of the program' },
}

/** Fields of other changes: a person, a key, a correction of the books. */
const otherNames: Readonly<Record<string, Text>> = {
  amount: { pt: 'Valor', en: 'Amount' },
  reason: { pt: 'Motivo', en: 'Reason' },
  email: { pt: 'E-mail', en: 'E-mail' },
  role: { pt: 'Papel', en: 'Role' },
  status: { pt: 'Situação', en: 'Status' },
  debitBook: { pt: 'Livro debitado', en: 'Debited book' },
  creditBook: { pt: 'Livro creditado', en: 'Credited book' },
}
