// Shows the progress of a long start. Plain JavaScript without dependencies: the installer uses it
// too.

/** Messages for people are in Portuguese, and in English where the system's language is. */
export const isEnglish = (env = process.env) =>
  /^en/i.test(env.LC_ALL || env.LC_MESSAGES || env.LANG || '')

/** The text in the language of the system. */
export const say = (pt, en) => (isEnglish() ? en : pt)

/**
 * Shows one step at a time. A terminal shows the step under way on one line that is redrawn; any
 * other output gets a line when a step begins, one each second while it lasts, and one at its end.
 */
export function openProgress(stream = process.stderr) {
  let step
  const seconds = () => `${Math.round((performance.now() - step.startedMs) / 1000)} s`
  const line = () => `${step.text}${step.detail ? `: ${step.detail}` : ''} (${seconds()})`
  const show = () => {
    if (stream.isTTY) stream.write(`\r\x1b[2K… ${fit(line(), stream.columns)}`)
    else stream.write(`… ${line()}\n`)
  }
  const finish = (mark) => {
    if (!step) return
    clearInterval(step.timer)
    if (mark === '✔') step.detail = '' // The progress of a step matters until the step is done.
    stream.write(`${stream.isTTY ? '\r\x1b[2K' : ''}${mark} ${line()}\n`)
    step = undefined
  }
  return {
    /** Ends the previous step, and begins this one. */
    begin(text) {
      finish('✔')
      step = { text, detail: '', startedMs: performance.now() }
      show()
      step.timer = setInterval(show, stream.isTTY ? 250 : 1000)
      step.timer.unref()
    },
    /** The progress of the step, such as "12 de 40". */
    update(detail) {
      if (!step || step.detail === detail) return
      step.detail = detail
      if (stream.isTTY) show()
    },
    /** Ends the last step. */
    end: () => finish('✔'),
    /** Ends the current step, which failed. */
    fail: () => finish('✘'),
  }
}

const fit = (text, columns = 80) =>
  text.length > columns - 3 ? `${text.slice(0, columns - 4)}…` : text
