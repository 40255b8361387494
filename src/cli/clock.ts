import type { Config } from '../config.ts'
import { advanceClock } from '../worker/advance-clock.ts'
import { type CliCommand, UsageError, withApp } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { show } from './output.ts'
import { withProgress } from './progress.ts'
import { askSandbox, hasSandbox } from './sandbox-client.ts'

export const clockCommand: CliCommand = {
  addTo(clock, run) {
    clock
      .allowExcessArguments(false)
      .action(
        run((config) =>
          withApp(config, async (app) =>
            show({ now: app.clock.now(), offsetMs: app.clock.offsetMs() }),
          ),
        ),
      )
    clock
      .command('advance')
      .description('adianta o relógio')
      .argument('<DURAÇÃO>', '30d, 2h, 15m ou uma duração ISO 8601, como P30D')
      .action(run(showAdvance))
  },
}

async function showAdvance(config: Config, text: string): Promise<number> {
  if (!config.adjustableClock)
    throw new CommandFailure('clock-not-adjustable', 'só o relógio do sandbox se adianta')
  const duration = durationFrom(text)
  const moved = await withProgress('adiantando o relógio', () => advance(config, duration))
  show(moved)
  if (moved.done !== false) return 0
  throw new CommandFailure(
    'due-work-unfinished',
    `o relógio foi adiantado, mas o trabalho vencido não terminou (${moved.reason}): veja se há worker e repita com P0D`,
  )
}

/**
 * Moves the clocks of the sandbox and of the gateway together. The work that falls due at either is
 * done when this returns.
 */
async function advance(
  config: Config,
  duration: Temporal.Duration,
): Promise<Readonly<Record<string, unknown>>> {
  if (hasSandbox(config.home))
    return askSandbox(config.home, '/clock', { advance: duration.toString() }, moveMs)
  let moved = {}
  await withApp(config, async (app) => {
    moved = await advanceClock(app, duration)
  })
  return moved
}

/** A move of a year takes minutes. */
const moveMs = 10 * 60_000

/** `P30D`, or the short `30d`, `2h`, `15m`. */
function durationFrom(text: string): Temporal.Duration {
  const short = /^(\d{1,5})([dhm])$/.exec(text)
  const iso = short
    ? short[2] === 'd'
      ? `P${short[1]}D`
      : `PT${short[1]}${short[2]?.toUpperCase()}`
    : text
  try {
    return Temporal.Duration.from(iso)
  } catch (cause) {
    throw new UsageError(
      `"${text}" não é uma duração: use 30d, 2h, 15m ou uma ISO 8601, como P30D`,
      { cause },
    )
  }
}
