/*
 * Devices open a sheet only from inside a user gesture. Activation alone lasts for seconds, beyond
 * any `await fetch`. Therefore the task of the event is watched too: it is over when the next
 * message is handled.
 */
let isInGesture = false

const over = new MessageChannel()
over.port1.onmessage = () => {
  isInGesture = false
}

for (const name of [
  'click',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchend',
  'keydown',
  'keyup',
]) {
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

/** Whether the code runs inside a handler of a user gesture. */
export const hasUserGesture = (): boolean => navigator.userActivation.isActive && isInGesture
