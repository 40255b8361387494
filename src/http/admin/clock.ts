import { envelopeOf } from '../../../contract/envelope.ts'
import { AdvanceClockRequest, ClockWire } from '../../../contract/provider.ts'
import type { App } from '../../app.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { doDueWork, moveClock } from '../../worker/advance-clock.ts'
import type { Endpoint } from '../endpoint.ts'
import { checked, refuseIssues } from '../problems.ts'
import { onceForOperator } from './once-for-operator.ts'

export const getClock: Endpoint = {
  summary: 'Ver a hora dos negócios',
  answer: envelopeOf(ClockWire),
  rejections: ['clock-not-adjustable'],
  handle({ app }) {
    requireAdjustable(app)
    const data = { now: app.clock.now().toISOString(), offsetMs: app.clock.offsetMs() }
    return { message: { pt: 'Hora dos negócios.', en: 'Business time.' }, data }
  },
}

export const postClock: Endpoint = {
  summary: 'Adiantar a hora dos negócios (sandbox)',
  description:
    'Num processo que também é worker, o que vencer até lá está feito quando a resposta chega. Com os papéis separados, os workers terminam depois dela.',
  body: AdvanceClockRequest,
  answer: envelopeOf(ClockWire),
  rejections: ['clock-not-adjustable', 'validation-failed'],
  answerMs: 10 * 60_000, // Years of due work may be behind it.
  async handle(edge, asked) {
    requireAdjustable(edge.app)
    const duration = durationFrom(checked(AdvanceClockRequest, asked.body).advance)
    const answer = await onceForOperator(edge, asked, {
      kind: 'transaction',
      async run(app) {
        const { now, offsetMs } = await moveClock(app, duration)
        return {
          id: nothing,
          message: { pt: 'Relógio adiantado.', en: 'Clock moved.' },
          data: { now: now.toISOString(), offsetMs },
        }
      },
    })
    // A repeat waits for it too: what the first request left undone is done when it is answered.
    await doDueWork(edge.app)
    return answer
  },
}

/** A move of the clock has no id. */
const nothing = '00000000-0000-0000-0000-000000000000'

function requireAdjustable({ config }: Pick<App, 'config'>): void {
  if (!config.adjustableClock) throw new Rejection('clock-not-adjustable')
}

/** Never back, and at most ten years: beyond that no calendar of ours is known. */
function durationFrom(text: string): Temporal.Duration {
  try {
    const duration = Temporal.Duration.from(text)
    const days = duration.total({ unit: 'days', relativeTo: '2026-01-01' })
    if (duration.sign >= 0 && days <= 3_660) return duration
  } catch {}
  refuseIssues([{ field: 'advance', problem: 'clock-move' }])
  throw new Rejection('validation-failed')
}
