import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openWorld } from '../../../sandbox/open-world.ts'
import type { BankName } from '../../../sandbox/pix/bank.ts'
import { startPix } from '../../../sandbox/pix/start-pix.ts'
import type { Simulator, World } from '../../../sandbox/world.ts'
import { systemClock } from '../../../src/primitives/clock.ts'
import type { Stage } from '../stage.ts'

export interface PlayedBank {
  readonly world: World
  readonly bank: Simulator
  /** Moves business time and lets the bank do what became due. */
  pass(seconds: number): Promise<void>
}

/** Plays one bank in a folder of its own, for the time of `act`. */
export async function playBank<Result>(
  { home }: Pick<Stage, 'home'>,
  name: BankName,
  act: (played: PlayedBank) => Promise<Result>,
): Promise<Result> {
  const folder = join(home, `pix-${name}`)
  await mkdir(folder, { recursive: true })
  const clock = systemClock()
  const world = openWorld({ home: folder, now: clock.now })
  const bank = await startPix(world, { host: '127.0.0.1', port: 0, bank: name })
  try {
    return await act({
      world,
      bank,
      async pass(seconds) {
        clock.setOffsetMs(clock.offsetMs() + seconds * 1_000)
        await bank.runDue()
      },
    })
  } finally {
    await bank.stop()
    world.db.close()
  }
}

/** One setting of a played bank, as text. */
export function settingOf({ credentials }: Pick<Simulator, 'credentials'>, name: string): string {
  const value = credentials[name]
  if (typeof value !== 'string') throw new Error(`the bank has no setting ${name}`)
  return value
}

/** Pays a code as the bank of a payer would. Returns the EndToEndId. */
export async function pay({ bank }: PlayedBank, code: string): Promise<string> {
  const payment = await bank.pay?.(code, undefined)
  if (!payment?.paid) throw new Error(`not paid: ${JSON.stringify(payment)}`)
  return payment.reference
}
