import { readFile } from 'node:fs/promises'
import { isUuid } from '../primitives/id.ts'
import { UsageError } from './command.ts'

/** The value of a required option or argument. @throws UsageError */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === '') throw new UsageError(`falta ${name}`)
  return value
}

/** A required id of ours. @throws UsageError */
export function requiredId(value: string | undefined, name: string): string {
  const id = required(value, name)
  if (!isUuid(id)) throw new UsageError(`"${id}" não é um id: ${name} tem a forma 01a2b3c4-…, como nas listas`)
  return id.toLowerCase() // As it is stored.
}

/** A whole number, from `least`. @throws UsageError */
export function wholeNumber(text: string, name: string, least = 0): number {
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number) || number < least)
    throw new UsageError(`${name} é um número inteiro, de ${least} em diante, e não "${text}"`)
  return number
}

/** A day that exists, as 2026-11-21. @throws UsageError */
export function dayFrom(text: string, name: string): string {
  try {
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return Temporal.PlainDate.from(text).toString()
  } catch {}
  throw new UsageError(`${name} é um dia que existe, como 2026-11-21, e não "${text}"`)
}

/** @throws UsageError */
export function jsonFrom(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${what} não é JSON válido`, { cause })
  }
}

/** JSON out of a file, so that secrets stay out of the shell's history. @throws UsageError */
export const jsonIn = async (path: string): Promise<unknown> => jsonFrom(await readFile(path, 'utf8'), path)
