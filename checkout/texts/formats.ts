import { brazilTimeZone } from '../../src/brazil/local-time.ts'
import { formatReais } from '../../src/brazil/reais.ts'
import type { Cents } from '../../src/primitives/money.ts'
import type { Language } from './language.ts'

/** `R$ 1.234,56`, in English `R$ 1,234.56`, with a no-break space. */
export function formatMoney(amount: Cents, language: Language): string {
  const text = formatReais(amount)
  return language === 'pt' ? text : text.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'))
}

/** `21/11/2026 às 09:05`, in English `21 Nov 2026 at 09:05`, São Paulo time. */
export function formatInstant(at: Date, language: Language): string {
  const { day, month, year, hour, minute } = Object.fromEntries(
    instants[language].formatToParts(at).map(({ type, value }) => [type, value]),
  )
  return language === 'pt'
    ? `${day}/${month}/${year} às ${hour}:${minute}`
    : `${day} ${month} ${year} at ${hour}:${minute}`
}

/** A local date `2026-11-21` as `21/11/2026`, in English `21 Nov 2026`. */
export function formatDay(date: string, language: Language): string {
  const [year, month, day] = date.split('-')
  if (language === 'pt') return `${day}/${month}/${year}`
  return dates.format(new Date(`${date}T00:00:00Z`))
}

const instantsIn = (locale: string, month: '2-digit' | 'short') =>
  new Intl.DateTimeFormat(locale, {
    timeZone: brazilTimeZone,
    day: '2-digit',
    month,
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })

const instants: Readonly<Record<Language, Intl.DateTimeFormat>> = {
  pt: instantsIn('pt-BR', '2-digit'),
  en: instantsIn('en-GB', 'short'),
}

const dates = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
