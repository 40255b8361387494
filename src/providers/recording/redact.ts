import { readBrCode } from '../../brazil/br-code.ts'
import { holdsCardNumber } from '../../brazil/card-search.ts'
import { isCpf } from '../../brazil/document.ts'
import { writeDynamicBrCode } from '../../brazil/write-br-code.ts'
import type { Exchange } from '../http/provider-client.ts'
import type { RecordedExchange } from './recording.ts'

/** What may stay of the traffic of a provider. Everything else is replaced by its type. */
export interface Redaction {
  /**
   * The names of the fields and of the query parameters whose values stay. With a slash before it:
   * only as a field of the body itself, and in none of its parts.
   */
  readonly fields: ReadonlySet<string>
  /** Values that must not stay anywhere, with their stand-ins. */
  readonly replaced: readonly (readonly [secret: string, standIn: string])[]
}

export function redactExchange(
  { call, answer }: Exchange,
  redaction: Redaction,
): RecordedExchange | undefined {
  if (answer.kind !== 'answered') return undefined
  const body = call.body === undefined ? undefined : Buffer.from(call.body).toString('utf8')
  return {
    method: call.method,
    path: redactPath(call.path, redaction),
    ...(body !== undefined && { request: redactText(body, redaction) }),
    status: answer.status,
    response: redactText(answer.text, redaction),
  }
}

/** JSON and forms keep their names. Any other text is replaced. */
function redactText(text: string, redaction: Redaction): unknown {
  try {
    return redactJson(JSON.parse(text), redaction)
  } catch {
    if (/^[\w.]+=/.test(text)) return redactQuery(text, redaction)
    return text === '' ? '' : redacted
  }
}

export function redactPath(path: string, redaction: Redaction): string {
  const [start = '', query] = path.split('?')
  const kept = withoutSecrets(start, redaction)
  return query === undefined ? kept : `${kept}?${redactQuery(query, redaction)}`
}

const redactQuery = (query: string, redaction: Redaction): string =>
  new URLSearchParams(
    [...new URLSearchParams(query)].map(([name, value]): [string, string] => [
      name,
      String(redactValue(value, name, redaction)),
    ]),
  ).toString()

/** `name`: of the field that holds the value, or of the list around it; undefined: of no field. */
export function redactJson(value: unknown, redaction: Redaction, name?: string): unknown {
  if (Array.isArray(value)) return value.map((each) => redactJson(each, redaction, name ?? ''))
  if (typeof value !== 'object' || value === null) return redactValue(value, name ?? '', redaction)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isFieldName.test(key))
      .map(([key, each]) => {
        const isKept = name === undefined && redaction.fields.has(`/${key}`)
        return [key, redactJson(each, redaction, isKept ? `/${key}` : key)]
      }),
  )
}

const isFieldName = /^[A-Za-z@$_][\w.$-]{0,63}$/

function redactValue(value: unknown, name: string, redaction: Redaction): unknown {
  if (value === null) return null
  if (redaction.fields.has(name))
    return typeof value === 'string' ? withoutSecrets(withoutReceiver(value), redaction) : value
  return { string: redacted, number: 0, boolean: false }[typeof value as string] ?? null
}

/** A BR Code names its receiver, and its checksum covers the name. */
function withoutReceiver(text: string): string {
  const reading = text.startsWith('000201') ? readBrCode(text) : undefined
  if (!reading?.ok || reading.code.kind !== 'dynamic') return text
  const { location } = reading.code
  return writeDynamicBrCode({ location, receiverName: 'STANDIN', city: 'CIDADE' })
}

/** It can stand in for a token too. */
const redacted = 'redacted'

const withoutSecrets = (text: string, { replaced }: Redaction): string =>
  replaced.reduce(
    (kept, [secret, standIn]) =>
      kept
        .replaceAll(secret, standIn)
        .replaceAll(encodeURIComponent(secret), encodeURIComponent(standIn)),
    text,
  )

/**
 * What a redacted value still holds although it must not: a value that had to be replaced, a card
 * number, a mail address or a CPF. A recording with one is not written.
 */
export function leaksIn(value: unknown, redaction: Redaction): string[] {
  if (typeof value === 'string') return leaksInText(value, redaction)
  if (typeof value === 'number') return leaksInText(String(value), redaction)
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap((each) => leaksIn(each, redaction)))]
}

const leaksInText = (text: string, { replaced }: Redaction): string[] => [
  ...(replaced.some(([secret]) => text.includes(secret))
    ? ['uma configuração ou um dado informado']
    : []),
  ...(holdsCardNumber(text) ? ['um número de cartão'] : []),
  ...(/\b[\w.+-]+@[\w-]+\.\w/.test(text) ? ['um endereço de e-mail'] : []),
  ...((text.match(/(?<![\w-])\d{11}(?![\w-])/g) ?? []).some(isCpf) ? ['um CPF'] : []),
]
