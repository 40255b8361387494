/* Loaded with `--import` before a process starts: its wall clock is wrong by WRONG_CLOCK_MS; with WRONG_CLOCK_JUMPS=1 it
   jumps between that much ahead and that much behind every 50 ms. The monotonic clock stays as it is. */

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
