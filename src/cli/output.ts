import { styleText } from 'node:util'

/** With `--json` each result is one line of JSON on stdout, and each error one on stderr. */
let isJson = false

export const writeJson = (on: boolean): void => {
  isJson = on
}

/** A result that is JSON for people too, on several lines. */
export const show = (value: unknown): void =>
  console.log(isJson ? JSON.stringify(value) : JSON.stringify(value, null, 2))

/** A result that people read as text. */
export function present<Value>(value: Value, forPeople: (value: Value) => void): void {
  if (isJson) show(value)
  else forPeople(value)
}

/** A text that accompanies the results: with `--json` it is left out. */
export function say(text: string): void {
  if (!isJson) console.log(text)
}

/** Something that the user should know, on stderr. */
export const note = (text: string): void =>
  console.error(isJson ? JSON.stringify({ note: text }) : `! ${text}`)

/** An error, on stderr. `code` is for programs. */
export const complain = (code: string, message: string): void =>
  console.error(isJson ? JSON.stringify({ error: { code, message } }) : message)

/** styleText knows NO_COLOR, FORCE_COLOR and whether the stream is a terminal. */
export const good = (text: string): string => `${styleText('green', '✔')} ${text}`
export const warn = (text: string): string =>
  `${styleText('yellow', '!', { stream: process.stderr })} ${text}`
export const bad = (text: string): string =>
  `${styleText('red', '✘', { stream: process.stderr })} ${text}`
