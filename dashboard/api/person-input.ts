/** How long a reading still counts as caused by the last input of the person, ms. */
const causedMs = 30_000

/** Opening the page is an input. */
let lastInputMs = Date.now()

/** Follows what the person does with the page. */
export function watchInput(): void {
  const note = () => {
    lastInputMs = Date.now()
  }
  for (const input of ['pointerdown', 'keydown', 'wheel', 'popstate'])
    window.addEventListener(input, note, { capture: true, passive: true })
}

/** Whether no input of the person caused what the page reads now. */
export const isAutomatic = (): boolean => Date.now() - lastInputMs > causedMs
