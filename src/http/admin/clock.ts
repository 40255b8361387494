import { envelopeOf } from '../../../contract/envelope.ts'
import { AdvanceClockRequest, ClockWire, MovedClockWire } from '../../../contract/provider.ts'
import type { App } from '../../app.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { type DueWork, doDueWork, moveClock } from '../../worker/advance-clock.ts'
import { endpoint, envelope, type Message } from '../request/endpoint.ts'
import { assertNoIssues, validate } from '../request/validation.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const getClock = endpoint({
  summary: 'Ver a hora dos negócios',
  answer: envelopeOf(ClockWire),
  rejections: ['clock-not-adjustable'],
  handle({ app }) {
    requireAdjustable(app)
    const data: ClockWire = { now: app.clock.now().toISOString(), offsetMs: app.clock.offsetMs() }
    return { message: { pt: 'Hora dos negócios.', en: 'Business time.' }, data }
  },
})

export const postClock = endpoint({
  summary: 'Adiantar a hora dos negócios (sandbox)',
  description:
    'Responde quando todos os workers fizeram o que venceu até lá, esperando 25 s por processos além deste. `done` diz se está tudo feito; se não, repita com `P0D`, que só faz o que já venceu. Uma repetição com a mesma Idempotency-Key não adianta de novo: `done`, `workers` e `reason` dizem como está agora.',
  body: AdvanceClockRequest,
  answer: envelopeOf(MovedClockWire),
  rejections: ['clock-not-adjustable', 'validation-failed'],
  answerMs: 10 * 60_000, // Years of due work may be behind it.
  async handle(context, request) {
    requireAdjustable(context.app)
    const duration = durationFrom(validate(AdvanceClockRequest, request.body).advance)
    const {
      body,
      typeOfData: _,
      ...kept
    } = await withOperatorIdempotency(context, request, {
      kind: 'transaction',
      async run(app) {
        const { now, offsetMs } = await moveClock(app, duration)
        return { id: nothing, message: moved, data: { now: now.toISOString(), offsetMs } }
      },
    })
    // A repeat waits for it too: when a repeat is answered, the work left over by the first request
    // is done.
    const work = await doDueWork(context.app)
    const { data: clock } = JSON.parse(String(body)) as { readonly data: ClockWire }
    const data: MovedClockWire = { ...clock, ...work, reason: work.reason }
    return { ...kept, body: envelope({ message: messageOf(work), data }, request.language) }
  },
})

const moved: Message = { pt: 'Relógio adiantado.', en: 'Clock moved.' }

function messageOf({ reason }: DueWork): Message {
  switch (reason) {
    case 'no-worker':
      return {
        pt: 'Relógio adiantado, mas nenhum worker está ligado: o que venceu espera. Inicie um com guiche serve.',
        en: 'Clock moved, but no worker is running: what is due waits. Start one with guiche serve.',
      }
    case 'worker-lost':
      return {
        pt: 'Relógio adiantado, mas um worker morreu com trabalho começado, que outro retoma em até um minuto. Repita com P0D.',
        en: 'Clock moved, but a worker died with work begun. Another takes it over within a minute. Repeat with P0D.',
      }
    case 'not-finished':
      return {
        pt: 'Relógio adiantado, mas os workers ainda fazem o que venceu. Repita com P0D.',
        en: 'Clock moved, but the workers are still doing what is due. Repeat with P0D.',
      }
    default:
      return moved
  }
}

/** A move of the clock has no id. */
const nothing = '00000000-0000-0000-0000-000000000000'

function requireAdjustable({ config }: Pick<App, 'config'>): void {
  if (!config.adjustableClock) throw new Rejection('clock-not-adjustable')
}

/** The clock never moves back, and at most ten years ahead: later holidays are not known. */
function durationFrom(text: string): Temporal.Duration {
  try {
    const duration = Temporal.Duration.from(text)
    const days = duration.total({ unit: 'days', relativeTo: '2026-01-01' })
    if (duration.sign >= 0 && days <= 3_660) return duration
  } catch {}
  assertNoIssues([{ field: 'advance', problem: 'clock-move' }])
  throw new Rejection('validation-failed')
}
