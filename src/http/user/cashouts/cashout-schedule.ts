import {
  CashoutScheduleWire,
  PutCashoutScheduleRequest,
  type PutCashoutScheduleRequest as Wanted,
  weekdays,
} from '../../../../contract/cashout.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import type { CashoutSchedule } from '../../../cashout/cashout-schedule.ts'
import { scheduleOf } from '../../../cashout/cashout-schedule-store.ts'
import { changeSchedule, type ScheduleChoices } from '../../../cashout/change-schedule.ts'
import { checkPostbackUrl } from '../../../outbound/destination.ts'
import { defined } from '../../../primitives/defined.ts'
import { cents } from '../../../primitives/money.ts'
import { addressWarnings } from '../../request/address-warnings.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { flag, nonEmpty, upper } from '../../request/normalize.ts'
import { bodyFields, validate } from '../../request/validation.ts'
import { normalizePixType } from './read-cashout.ts'

export const getCashoutSchedule = accountEndpoint({
  summary: 'Ver o saque automático',
  answer: envelopeOf(CashoutScheduleWire),
  async handle({ app }, { holder }) {
    const schedule = await scheduleOf(app.sql, holder.account.id)
    return {
      message: { pt: 'Saque automático.', en: 'Automatic cashout.' },
      data: renderSchedule(schedule),
    }
  },
})

export const putCashoutSchedule = accountEndpoint({
  summary: 'Ligar, mudar ou desligar o saque automático',
  description:
    'Nos dias e na hora escolhidos saca o que estiver disponível acima de reserve, se for pelo menos minimumAmount. O que faltar fica como estava.',
  body: PutCashoutScheduleRequest,
  answer: envelopeOf(CashoutScheduleWire),
  rejections: [
    'validation-failed',
    'permission-denied',
    'pix-key-invalid',
    'document-invalid',
    'pix-key-owner-mismatch',
    'postback-url-invalid',
  ],
  warnings: ({ body }, rules) => addressWarnings(body, { called: ['postbackUrl'] }, rules),
  async handle({ app }, { holder, body }) {
    const wanted = validate(PutCashoutScheduleRequest, fold(body))
    if (wanted.postbackUrl != null) checkPostbackUrl(wanted.postbackUrl, app.config.outbound)
    const schedule = await changeSchedule(app, holder.account, {
      ...choicesFrom(wanted),
      requestedBy: { keyId: holder.keyId, name: holder.keyName },
      grant: holder.grant,
    })
    return {
      message: { pt: 'Saque automático alterado.', en: 'Automatic cashout changed.' },
      data: renderSchedule(schedule),
    }
  },
})

function fold(body: unknown) {
  const { enabled, frequency, weekday, pixType, pixKey, time, minimumAmount, reserve, ...others } =
    bodyFields(body)
  return defined({
    enabled: flag(enabled),
    frequency: upper(frequency),
    weekday: weekday === null ? undefined : upper(weekday),
    pixType: normalizePixType(pixType),
    pixKey: nonEmpty(pixKey),
    time: nonEmpty(time),
    minimumAmount: nonEmpty(minimumAmount),
    reserve: nonEmpty(reserve),
    beneficiaryName: others.beneficiaryName,
    beneficiaryDocument: others.beneficiaryDocument,
    postbackUrl: others.postbackUrl,
  })
}

function choicesFrom({
  weekday,
  minimumAmount,
  reserve,
  pixType,
  ...rest
}: Wanted): Omit<ScheduleChoices, 'grant'> {
  return {
    ...rest,
    ...(weekday != null && { weekday: weekdays.indexOf(weekday) + 1 }),
    ...(minimumAmount !== undefined && { minimumAmount: cents(minimumAmount) }),
    ...(reserve !== undefined && { reserve: cents(reserve) }),
    ...(pixType !== undefined && { keyType: pixType }),
  }
}

function renderSchedule(schedule: CashoutSchedule | undefined): CashoutScheduleWire {
  const plan = schedule?.plan
  return {
    enabled: schedule?.nextAt !== undefined,
    frequency: plan?.frequency ?? null,
    weekday: plan?.frequency === 'WEEKLY' ? (weekdays[plan.weekday - 1] ?? null) : null,
    time: plan?.time ?? null,
    minimumAmount: plan?.minimumAmount ?? null,
    reserve: plan?.reserve ?? null,
    pixKey: plan?.key.value ?? null,
    pixType: plan?.key.type ?? null,
    beneficiaryName: plan?.beneficiaryName ?? null,
    beneficiaryDocument: plan?.beneficiaryDocument ?? null,
    postbackUrl: plan?.postbackUrl ?? null,
    nextAt: schedule?.nextAt?.toISOString() ?? null,
  }
}
