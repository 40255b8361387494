import type { Language } from './person.ts'

/** A browser and its system as a person knows them, from the header User-Agent. */
export function deviceName(userAgent: string, language: Language): string {
  const program = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0]
  if (program === undefined) return userAgent.slice(0, 60) || unknown[language]
  if (system === undefined) return program
  return `${program} ${language === 'pt' ? 'no' : 'on'} ${system}`
}

/** The program without its version: an update makes no new device. */
export const deviceKey = (userAgent: string): string => userAgent.replace(/\d+(?:[._]\d+)*/g, '#')

const unknown: Readonly<Record<Language, string>> = {
  pt: 'programa sem nome',
  en: 'program without a name',
}

/** Chrome's name is in most others, and Safari's in Chrome's: the order decides. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]
