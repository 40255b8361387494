import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Value } from 'typebox/value'
import { openWorld } from '../../../sandbox/open-world.ts'
import type { BankName } from '../../../sandbox/pix/bank.ts'
import { startPix } from '../../../sandbox/pix/start-pix.ts'
import type { Simulator, World } from '../../../sandbox/world.ts'
import { systemClock } from '../../../src/primitives/clock.ts'
import { randomId } from '../../../src/primitives/id.ts'
import { cents } from '../../../src/primitives/money.ts'
import { openApiPix } from '../../../src/providers/api-pix/api-pix.ts'
import { apiPixSettings } from '../../../src/providers/api-pix/settings.ts'
import { timeLimit } from '../../kit/time-limit.ts'
import type { Stage } from '../stage.ts'

export interface PlayedBank {
  readonly world: World
  readonly bank: Simulator
  /** Moves business time and lets the bank do what became due. */
  pass(seconds: number): Promise<void>
}

/** Plays one bank that receives, for the time of `act`. */
export const playBank = <Result>(
  stage: Pick<Stage, 'home'>,
  name: BankName,
  act: (played: PlayedBank) => Promise<Result>,
): Promise<Result> =>
  play(stage, `pix-${name}`, (world) => startPix(world, { ...anyPort, bank: name }), act)

export const anyPort = { host: '127.0.0.1', port: 0 }

/** Plays one bank in a folder of its own, on a clock of its own, for the time of `act`. */
export async function play<Result>(
  { home }: Pick<Stage, 'home'>,
  name: string,
  start: (world: World) => Promise<Simulator>,
  act: (played: PlayedBank) => Promise<Result>,
): Promise<Result> {
  const folder = join(home, name)
  await mkdir(folder, { recursive: true })
  const clock = systemClock()
  const world = openWorld({ home: folder, now: clock.now })
  const bank = await start(world)
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

/** Creates a charge of R$ 10.50 and pays it. Returns the EndToEndId. */
export const payNewCharge = async (played: PlayedBank): Promise<string> =>
  pay(played, await newCode(played))

/** The code of a new charge, of R$ 10.50 unless another amount is given. */
export async function newCode(played: Pick<PlayedBank, 'bank'>, amount = 10_50): Promise<string> {
  const pix = openApiPix(Value.Parse(apiPixSettings, played.bank.credentials))
  const txid = randomId().replaceAll('-', '')
  const charge = { txid, amount: cents(amount), expiresInSeconds: 600 }
  const created = await pix.createCharge(charge, timeLimit()).finally(() => pix.close())
  if (created.kind !== 'created') throw new Error(`no charge: ${created.kind}`)
  return created.emv
}
