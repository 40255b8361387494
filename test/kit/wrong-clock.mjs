/*
 * Loaded with `--import` before a process starts. The wall clock of the process is ahead by
 * WRONG_CLOCK_MS. With WRONG_CLOCK_JUMPS=1 it changes every 50 ms between ahead and behind by the
 * same time. The monotonic clock is right.
 */

const RightDate = Date
const wrongMs = Number(process.env.WRONG_CLOCK_MS)
const jumps = process.env.WRONG_CLOCK_JUMPS === '1'
const isBehind = () => jumps && Math.floor(performance.now() / 50) % 2 === 1
const wrongNow = () => RightDate.now() + (isBehind() ? -wrongMs : wrongMs)

globalThis.Date = class WrongDate extends RightDate {
  constructor(...given) {
    super(...(given.length === 0 ? [wrongNow()] : given))
  }

  static now() {
    return wrongNow()
  }
}
