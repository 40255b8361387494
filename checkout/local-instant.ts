import { brazilTimeZone } from '../src/brazil/local-time.ts'

/** `21/11/2026 às 09:05`, São Paulo time. */
export function formatInstant(at: Date): string {
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.day}/${parts.month}/${parts.year} às ${parts.hour}:${parts.minute}`
}

const format = new Intl.DateTimeFormat('pt-BR', {
  timeZone: brazilTimeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
