import type { TSchema } from 'typebox'
import { type EventType, eventTypes } from '../contract/events.ts'
import { type NoticeType, noticeData } from '../contract/webhook.ts'
import { sample } from '../src/http/meta/error-texts.ts'
import { responses } from '../src/http/rejection-responses.ts'
import { rejectionCodes } from '../src/primitives/rejection.ts'
import { comment, type Names, type Schema, typeText } from './schema-to-type.ts'
import { apiSchemas, enumNames, eventSchemas } from './sdk-schemas.ts'

/** The generated types of the server SDK, as the text of each file in sdk/server/src/types/. */
export function sdkTypes(): Readonly<Record<string, string>> {
  const events: Names = { schemas: eventSchemas, enums: enumNames }
  const all: Names = { schemas: { ...eventSchemas, ...apiSchemas }, enums: enumNames }
  const api = Object.entries(apiSchemas).map(([name, schema]) => declare(name, schema, all))
  const own = new Set(Object.keys(apiSchemas))
  const foreign = [...new Set(api.join('\n').match(/\b[A-Z]\w+\b/g))].filter(
    (name) => !own.has(name) && (name in eventSchemas || isBase(name)),
  )
  return {
    'event-types.ts': [
      ...baseTypes,
      ...Object.entries(enumNames).map(
        ([name, values]) => `export type ${name} = ${union(values)}`,
      ),
      ...Object.entries(eventSchemas).map(([name, schema]) => declare(name, schema, events)),
      eventMap(),
    ].join('\n\n'),
    'api-types.ts': [
      `import type { ${foreign.sort().join(', ')} } from './event-types.ts'`,
      ...api,
    ].join('\n\n'),
    'error-codes.ts': errorCodes(),
  }
}

const baseTypes = [
  '/** An amount in cents of BRL, always a whole number: R$ 10.50 is 1050. */\nexport type Cents = number',
  '/** An instant in ISO 8601, in UTC: `2026-11-21T14:03:00.000Z`. */\nexport type Instant = string',
  '/** A calendar day of São Paulo: `2026-11-21`. */\nexport type Day = string',
]
const isBase = (name: string): boolean =>
  ['Cents', 'Instant', 'Day'].includes(name) || name in enumNames

function declare(name: string, schema: TSchema, names: Names): string {
  const text = typeText(schema, name, names)
  const head = text.startsWith('{') ? `interface ${name}` : `type ${name} =`
  return `${comment((schema as Schema).description, 0)}export ${head} ${text}`
}

const union = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ')

/** The `data` of each type of event. A type that the catalogue gains is here after a build. */
function eventMap(): string {
  const nameOf = new Map(Object.entries(eventSchemas).map(([name, schema]) => [schema, name]))
  const lines = (Object.keys(eventTypes) as EventType[]).map((type) => {
    const kind = type.slice(0, type.indexOf('.')) as NoticeType
    const name = nameOf.get(noticeData[kind])
    if (name === undefined) throw new Error(`${kind}: name its data in scripts/sdk-schemas.ts`)
    return `${comment(eventTypes[type], 2)}  readonly '${type}': ${name}`
  })
  return [
    '/** The `data` of each type of event. */',
    'export interface EventData {',
    ...lines,
    '}',
  ].join('\n')
}

function errorCodes(): string {
  const lines = rejectionCodes.map(
    (code) =>
      `${comment(sample(responses[code], 'en'), 2)}  readonly '${code}': ${responses[code].status}`,
  )
  return [
    '/** Every code of the gateway, with its HTTP status. */',
    'export interface ErrorStatus {',
    ...lines,
    '}',
  ].join('\n')
}
