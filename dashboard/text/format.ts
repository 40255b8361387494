import { now, realNow } from '../api/clock.ts'
import { useLocale } from './text.ts'

/** Where a day of business begins and ends. */
export const businessZone = 'America/Sao_Paulo'

/** How values are written for people, in one locale. */
export interface Format {
  /** Cents as reais: R$ 1.234,56. */
  money(cents: number): string
  /** Cents as reais without cents and with a short unit, for the axes of charts: R$ 1,2 mil. */
  shortMoney(cents: number): string
  number(value: number): string
  /** A count that may have stopped early: 1.000+. */
  bounded(value: { readonly count: number; readonly isMore: boolean }): string
  /** From 0 to 1 as a percentage with one decimal. */
  percent(share: number): string
  /** Basis points as a percentage: 200 is 2 %. */
  rate(basisPoints: number): string
  /** The day of an instant in São Paulo, or a calendar day (2026-11-23). */
  day(value: string): string
  /** Day and month only. */
  shortDay(value: string): string
  /** The short name of a day of the week. */
  weekday(value: string): string
  /** The time of an instant in São Paulo. */
  time(value: string): string
  /** Day and time in São Paulo. */
  instant(value: string): string
  /** With seconds, for the order of steps. */
  exactInstant(value: string): string
  /** The exact instant. A calendar day has none. */
  tooltip(value: string): string | undefined
  /** The name of a month (2026-11). */
  month(value: string): string
  /** How long ago or until: há 3 minutos. */
  distance(value: string): string
  /** The same in real time, which a sandbox does not move. */
  realDistance(value: string): string
  list(values: readonly string[]): string
  /** The size of a file: 1,3 MB. */
  size(bytes: number): string
}

export const useFormat = (): Format => formatFor(useLocale())

const formats = new Map<string, Format>()

/** Made once for each locale: making it takes longer than formatting the values of a page. */
export function formatFor(locale: string): Format {
  const made = formats.get(locale) ?? makeFormat(locale)
  formats.set(locale, made)
  return made
}

/** With a space in English too, as in mails and on the pages of the payer. */
const reais = (format: Intl.NumberFormat, cents: number): string =>
  format.format(cents / 100).replace(/R\$(?=\d)/, 'R$\u00a0')

function makeFormat(locale: string): Format {
  const zone = { timeZone: businessZone }
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'BRL' })
  const shortMoney = (maximumFractionDigits: 0 | 1) =>
    new Intl.NumberFormat(locale, {
      ...{ style: 'currency', currency: 'BRL', notation: 'compact' },
      maximumFractionDigits,
    })
  const [wholeMoney, shortMoneyWithUnit] = [shortMoney(0), shortMoney(1)]
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const rate = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const day = new Intl.DateTimeFormat(locale, { ...zone, dateStyle: 'medium' })
  const shortDay = new Intl.DateTimeFormat(locale, { ...zone, day: '2-digit', month: '2-digit' })
  const weekday = new Intl.DateTimeFormat(locale, { ...zone, weekday: 'short' })
  const instant = new Intl.DateTimeFormat(locale, {
    ...zone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const time = new Intl.DateTimeFormat(locale, { ...zone, timeStyle: 'short' })
  const exact = new Intl.DateTimeFormat(locale, {
    ...zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const month = new Intl.DateTimeFormat(locale, { ...zone, month: 'long', year: 'numeric' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const distance = (value: string, from: Date): string => {
    const { amount, unit } = distanceOf(dateOf(value).getTime() - from.getTime())
    return relative.format(amount, unit)
  }
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  return {
    money: (cents) => reais(money, cents),
    shortMoney: (cents) =>
      reais(Math.abs(cents) < 1_000_00 ? wholeMoney : shortMoneyWithUnit, cents),
    number: (value) => number.format(value),
    bounded: ({ count, isMore }) => `${number.format(count)}${isMore ? '+' : ''}`,
    percent: (share) => percent.format(share),
    rate: (basisPoints) => rate.format(basisPoints / 10_000),
    day: (value) => day.format(dateOf(value)),
    shortDay: (value) => shortDay.format(dateOf(value)),
    weekday: (value) => weekday.format(dateOf(value)),
    time: (value) => time.format(dateOf(value)),
    instant: (value) => instant.format(dateOf(value)),
    exactInstant: (value) => exact.format(dateOf(value)),
    tooltip: (value) => (isDay(value) ? undefined : exact.format(dateOf(value))),
    month: (value) => month.format(dateOf(`${value}-15`)),
    distance: (value) => distance(value, now()),
    realDistance: (value) => distance(value, realNow()),
    list: (values) => list.format(values),
    size(bytes) {
      const [unit, one] = bytes < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const)
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit,
        maximumFractionDigits: 1,
      }).format(bytes / one)
    },
  }
}

const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value)

/** A calendar day has no time: noon in São Paulo has the same date in the zone. */
const dateOf = (value: string): Date => new Date(isDay(value) ? `${value}T12:00:00-03:00` : value)

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** The largest unit that fits. */
export function distanceOf(ms: number): {
  readonly amount: number
  readonly unit: Intl.RelativeTimeFormatUnit
} {
  const [unit, size] = units.find(([, each]) => Math.abs(ms) >= each) ?? ['second', 1_000]
  return { amount: Math.trunc(ms / size), unit }
}
