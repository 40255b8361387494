import { localText } from '../brazil/local-time.ts'
import { formatReais } from '../brazil/reais.ts'
import { cents } from '../primitives/money.ts'
import type { MailLanguage } from './mail-content.ts'

/** An amount in cents: `R$ 1.234,56`, or `R$ 1,234.56` in English. */
export function amountText(amount: number, language: MailLanguage): string {
  const text = formatReais(cents(amount))
  return language === 'pt' ? text : text.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))
}

/** An ISO instant as the time in Brasília. */
export function instantText(iso: string, language: MailLanguage): string {
  const [date = '', time = ''] = localText(new Date(iso)).split(' ')
  const clock = time.slice(0, 5)
  if (language === 'pt') return `${date} às ${clock} (horário de Brasília)`
  const [day, month, year] = date.split('/')
  return `${Number(day)} ${months[Number(month) - 1]} ${year}, ${clock} (Brasília time)`
}

/** The date alone, in São Paulo. */
export const dateText = (iso: string, language: MailLanguage): string =>
  instantText(iso, language).split(language === 'pt' ? ' ' : ',')[0] ?? ''

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
