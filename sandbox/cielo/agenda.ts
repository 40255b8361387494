import type { World } from '../world.ts'
import type { Due, DueStore, DueWork } from './due-store.ts'
import { afterDue } from './due-work.ts'
import { betweenTriesMs, type NoticeSender, retries } from './notices.ts'
import type { SaleStore } from './sale-store.ts'

/** What is to happen by itself: analyses decided, cancels finished, notices sent. */
export interface Agenda {
  /** Writes down what follows from a change. Notices go wrong here when they were asked to. */
  plan(due: readonly Due[]): void
  /** Does what is due, and waits for the notices under way. Answers how much was done. */
  runDue(): Promise<number>
}

const lateNoticeMs = 60_000
const batch = 500

export function openAgenda(world: World, stores: { sales: SaleStore; dues: DueStore }, sender: NoticeSender): Agenda {
  const { sales, dues } = stores
  const underWay = new Set<Promise<void>>()

  const plan = (planned: readonly Due[]) => {
    const now = world.now().getTime()
    const all = planned.flatMap((due) => (isNotice(due.work) ? misbehaved(due) : [due]))
    for (const due of all) dues.add(due)
    if (all.some(({ at }) => at <= now)) setImmediate(run)
  }

  const misbehaved = (due: Due): readonly Due[] => {
    const fault = world.faults.takeCallback('cielo')
    const late = { ...due, at: due.at + lateNoticeMs }
    switch (fault) {
      case undefined:
        return [due]
      case 'callback-lost':
        record(due.paymentId, 'lost')
        return []
      case 'callback-doubled':
        return [due, due]
      case 'callback-delayed':
        return [late]
      case 'callback-reordered':
        return isNotice(due.work) ? [{ ...late, work: { ...due.work, held: true } }] : []
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

  const start = ({ paymentId, work }: Due) => {
    if (work.kind === 'notice') {
      const sending = send(paymentId, work).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return
    }
    const sale = sales.find(paymentId)
    const change = sale && afterDue(sale, work, world.now())
    if (!change) return
    sales.update(change.sale)
    plan(change.due)
  }

  const send = async (paymentId: string, work: Extract<DueWork, { kind: 'notice' }>) => {
    const { changeType, tried, wrongSecret = false } = work
    const delivered = await sender.send({ paymentId, changeType, wrongSecret })
    if (delivered === undefined) return
    record(paymentId, delivered ? 'delivered' : 'failed')
    const now = world.now().getTime()
    if (!delivered && tried < retries) {
      dues.add({ at: now + betweenTriesMs, paymentId, work: { ...work, tried: tried + 1, held: false } })
    }
    if (dues.release(now) > 0) run()
  }

  const record = (paymentId: string, outcome: string) => {
    const reference = sales.find(paymentId)?.orderId ?? paymentId
    world.calls.record({ provider: 'cielo', operation: 'notice', reference, amount: null, outcome })
  }

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

const isNotice = (work: DueWork): work is Extract<DueWork, { kind: 'notice' }> => work.kind === 'notice'
