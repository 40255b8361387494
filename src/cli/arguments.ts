import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { text as wholeText } from 'node:stream/consumers'
import { isUuid } from '../primitives/id.ts'
import { UsageError } from './command.ts'

/** Reads an argument or the value of an option. `name` is for its errors. @throws UsageError */
type Parser<Value> = (text: string) => Value

/** A text that is not empty. */
export const textOf =
  (name: string): Parser<string> =>
  (text) => {
    if (text === '') throw new UsageError(`falta ${name}`)
    return text
  }

/** An id of ours, as it is stored. */
export const idOf =
  (name: string): Parser<string> =>
  (text) => {
    const id = textOf(name)(text)
    if (!isUuid(id))
      throw new UsageError(`"${id}" não é um id: ${name} tem a forma 01a2b3c4-…, como nas listas`)
    return id.toLowerCase()
  }

/** A whole number, from `least`. */
export const integerOf =
  (name: string, least = 0): Parser<number> =>
  (text) => {
    const number = Number(text)
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least)
      throw new UsageError(`${name} é um número inteiro, de ${least} em diante, e não "${text}"`)
    return number
  }

/** A day that exists, as 2026-11-21. */
export const dayOf =
  (name: string): Parser<string> =>
  (text) => {
    try {
      if (/^\d{4}-\d\d-\d\d$/.test(text)) return Temporal.PlainDate.from(text).toString()
    } catch {}
    throw new UsageError(`${name} é um dia que existe, como 2026-11-21, e não "${text}"`)
  }

/** An instant with its offset, as 2026-11-24T12:00:00Z. */
export const instantOf =
  (name: string): Parser<Date> =>
  (text) => {
    try {
      return new Date(Temporal.Instant.from(text).epochMilliseconds)
    } catch {}
    throw new UsageError(`${name} é um instante, como 2026-11-24T12:00:00Z, e não "${text}"`)
  }

/** @throws UsageError */
export function jsonFrom(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${what} não é JSON válido`, { cause })
  }
}

/**
 * JSON from a file, so that secrets stay out of the shell's history. `-` is standard input, for a
 * container that does not have the file. @throws UsageError
 */
export const jsonIn = async (path: string, input: Readable = process.stdin): Promise<unknown> =>
  path === '-'
    ? jsonFrom(await wholeText(input), 'a entrada padrão')
    : jsonFrom(await readFile(path, 'utf8'), path)
