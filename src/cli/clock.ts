import { advanceClock } from '../worker/advance-clock.ts'
import { type Command, required, show, UsageError, withApp } from './command.ts'

export const clockCommand: Command = {
  summary: 'mostra ou adianta o relógio do sandbox',
  usage: '[advance P30D]',
  run: (args, config) =>
    withApp(config, async (app) => {
      const [action, duration] = args
      if (action === undefined) return show({ now: app.clock.now(), offsetMs: app.clock.offsetMs() })
      if (action !== 'advance' || !app.config.adjustableClock)
        throw new UsageError('só o relógio do sandbox se adianta')
      show(await advanceClock(app, durationFrom(required(duration, 'a duração, como 30d ou P30D'))))
    }),
}

/** `P30D`, or the short `30d`, `2h`, `15m`. */
function durationFrom(text: string): Temporal.Duration {
  const short = /^(\d{1,5})([dhm])$/.exec(text)
  const iso = short ? (short[2] === 'd' ? `P${short[1]}D` : `PT${short[1]}${short[2]?.toUpperCase()}`) : text
  try {
    return Temporal.Duration.from(iso)
  } catch (cause) {
    throw new UsageError(`"${text}" não é uma duração`, { cause })
  }
}
