import type {
  CashoutScheduleWire,
  PutCashoutScheduleRequest,
  ScheduleFrequency,
} from '../../../contract/cashout.ts'

type Weekday = NonNullable<CashoutScheduleWire['weekday']>

/** What a person enters about the automatic cashout. */
export interface ScheduleValues {
  enabled: boolean
  frequency: ScheduleFrequency
  weekday: Weekday
  time: string
  minimumAmount: number | null
  reserve: number | null
  pixKey: string
  beneficiaryDocument: string
}

/** A schedule as the form shows it. */
export const valuesOf = (schedule: CashoutScheduleWire): ScheduleValues => ({
  enabled: schedule.enabled,
  frequency: schedule.frequency ?? 'DAILY',
  weekday: schedule.weekday ?? 'MONDAY',
  time: schedule.time ?? '09:00',
  minimumAmount: schedule.minimumAmount,
  reserve: schedule.reserve,
  pixKey: schedule.pixKey ?? '',
  beneficiaryDocument: schedule.beneficiaryDocument ?? '',
})

/**
 * The settings that differ from those that the form began with. The others may have been changed by
 * another person meanwhile, also whether the schedule is on. A schedule that is turned off keeps
 * its other settings.
 */
export function changesOf(
  before: CashoutScheduleWire,
  values: ScheduleValues,
): Partial<PutCashoutScheduleRequest> {
  const { enabled, frequency, weekday, time, pixKey, beneficiaryDocument } = values
  if (!enabled) return before.enabled ? { enabled } : {}
  const wanted: PutCashoutScheduleRequest = {
    enabled,
    frequency,
    ...(frequency === 'WEEKLY' && { weekday }),
    time,
    pixKey,
    beneficiaryDocument: beneficiaryDocument === '' ? null : beneficiaryDocument,
    // Those of a schedule without the settings.
    minimumAmount: values.minimumAmount ?? 1,
    reserve: values.reserve ?? 0,
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([name, value]) => value !== before[name as keyof CashoutScheduleWire],
    ),
  )
}
