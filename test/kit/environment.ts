import { after, before } from 'node:test'

/** Variables of this process. Undefined: absent. */
type Settings = Readonly<Record<string, string | undefined>>

/** Sets variables of this process. The returned function restores those that were there before. */
export function setEnvironment(settings: Settings): () => void {
  const previous = Object.fromEntries(
    Object.keys(settings).map((name) => [name, process.env[name]]),
  )
  assign(settings)
  return () => assign(previous)
}

/** Sets variables until the end of a test. */
export const withEnvironment = (t: { after(work: () => void): void }, settings: Settings): void =>
  t.after(setEnvironment(settings))

/** Sets variables for the tests of a file. Other files of the same process do not see them. */
export function useEnvironment(settings: Settings): void {
  let restore: () => void
  before(() => {
    restore = setEnvironment(settings)
  })
  after(() => restore())
}

function assign(settings: Settings): void {
  for (const [name, value] of Object.entries(settings))
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
}
