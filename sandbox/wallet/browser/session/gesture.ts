/*
 * Devices open a sheet only from inside a person's gesture. Activation alone lasts for seconds, past any `await fetch`,
 * so the task of the event that brought it is watched too: it is over when the next message gets its turn.
 */
let isInGesture = false

const over = new MessageChannel()
over.port1.onmessage = () => {
  isInGesture = false
}

for (const name of ['click', 'pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchend', 'keydown', 'keyup']) {
  addEventListener(
    name,
    ({ isTrusted }) => {
      if (!isTrusted) return
      isInGesture = true
      over.port2.postMessage(null)
    },
    { capture: true, passive: true },
  )
}

/** Whether code runs inside a handler of something a person just did. */
export const hasUserGesture = (): boolean => navigator.userActivation.isActive && isInGesture
