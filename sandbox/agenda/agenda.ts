import type { World } from '../world.ts'
import { type Due, type DueStore, isNotice, type Notice, type Work } from './due-store.ts'

/** Work that is due at a later time: analyses to decide, cancels to finish, notices to send. */
export interface Agenda<Own extends Work> {
  /** Stores the work that follows from a change. Requested faults apply to its notices. */
  plan(due: readonly Due<Own>[]): void
  /** Does the due work and waits for the notices under way. Returns how much was done. */
  runDue(): Promise<number>
}

export interface AgendaParts<Own extends Work> {
  /** As in the call log and in `POST /faults`. */
  readonly provider: string
  readonly dues: DueStore<Own>
  /** Does the provider's own work, and returns the work that follows from it. */
  readonly act: (subject: string, work: Own) => readonly Due<Own>[]
  /**
   * Sends a notice. `undefined`: no address is registered for notices. Otherwise whether it was
   * accepted.
   */
  readonly send: (subject: string, notice: Notice) => Promise<boolean | undefined>
  /** Of a subject, for the call log. */
  readonly referenceOf: (subject: string) => string
  /**
   * The number of retries of a notice that was not accepted, and the business time between them.
   */
  readonly retries: number
  readonly betweenTriesMs: number
}

const lateNoticeMs = 60_000
const batch = 500

export function openAgenda<Own extends Work>(world: World, parts: AgendaParts<Own>): Agenda<Own> {
  const { provider, dues } = parts
  const underWay = new Set<Promise<void>>()

  const plan = (planned: readonly Due<Own>[]) => {
    const now = world.now().getTime()
    const all = planned.flatMap((due) => (isNotice(due.work) ? withFault(due, due.work) : [due]))
    for (const due of all) dues.add(due)
    if (all.some(({ at }) => at <= now)) setImmediate(run)
  }

  const withFault = (due: Due<Own>, notice: Notice): readonly Due<Own>[] => {
    const late = { ...due, at: due.at + lateNoticeMs }
    switch (world.faults.takeCallback(provider)) {
      case undefined:
        return [due]
      case 'callback-lost':
        record(due.subject, 'lost')
        return []
      case 'callback-doubled':
        return [due, due]
      case 'callback-delayed':
        return [late]
      case 'callback-reordered':
        return [{ ...late, work: { ...notice, held: true } }]
    }
  }

  const run = (): number => {
    let done = 0
    for (;;) {
      const taken = dues.take(world.now().getTime(), batch)
      if (taken.length === 0) return done
      for (const due of taken) start(due)
      done += taken.length
    }
  }

  const start = ({ subject, work }: Due<Own>) => {
    if (!isNotice(work)) return plan(parts.act(subject, work))
    const sending = send(subject, work).finally(() => underWay.delete(sending))
    underWay.add(sending)
  }

  const send = async (subject: string, notice: Notice) => {
    const delivered = await parts.send(subject, notice)
    if (delivered === undefined) return
    record(subject, delivered ? 'delivered' : 'failed')
    const now = world.now().getTime()
    if (!delivered && notice.tried < parts.retries) {
      const again = { ...notice, tried: notice.tried + 1, held: false }
      dues.add({ at: now + parts.betweenTriesMs, subject, work: again })
    }
    if (dues.release(now) > 0) run()
  }

  const record = (subject: string, outcome: string) =>
    world.calls.record({
      provider,
      operation: 'notice',
      reference: parts.referenceOf(subject),
      amount: null,
      outcome,
    })

  return {
    plan,
    async runDue() {
      let done = run()
      while (underWay.size > 0) {
        await Promise.all(underWay)
        done += run()
      }
      return done
    },
  }
}

/** A notice that is sent at that instant. */
export const notice = (
  subject: string,
  what: string,
  at: number,
  extra: { readonly wrongSecret?: boolean } = {},
): { readonly at: number; readonly subject: string; readonly work: Notice } => ({
  at,
  subject,
  work: { kind: 'notice', what, tried: 0, ...extra },
})
