import type { TSchema } from 'typebox'

/** The schemas and enumerations that have a name of their own in the types. */
export interface Names {
  readonly schemas: Readonly<Record<string, TSchema>>
  readonly enums: Readonly<Record<string, readonly string[]>>
}

/** The parts of JSON Schema that the contract uses. */
export interface Schema {
  readonly $id?: string
  readonly type?: string
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly description?: string
}

/**
 * The TypeScript type of a schema, as text. `name` is the declaration that contains it, for the
 * message of an error. @throws Error for a schema that the contract has not used before, and for an
 * integer of which it is not known whether it is money
 */
export function typeText(schema: Schema, name: string, names: Names, depth = 0): string {
  const own = depth === 0 ? undefined : nameOf(schema, names)
  if (own !== undefined) return own
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  if (schema.anyOf)
    return [...new Set(schema.anyOf.map((each) => typeText(each, name, names, depth + 1)))].join(
      ' | ',
    )
  if (schema.type === 'array')
    return `readonly ${grouped(typeText(schema.items ?? {}, name, names, depth + 1))}[]`
  if (schema.type === 'object') return objectText(schema, name, names, depth)
  return scalar(schema, name)
}

function nameOf(schema: Schema, names: Names): string | undefined {
  const found = Object.entries(names.schemas).find(([, each]) => (each as Schema) === schema)
  if (found) return found[0]
  if (schema.$id !== undefined)
    return Object.entries(names.schemas).find(
      ([, each]) => (each as Schema).$id === schema.$id,
    )?.[0]
  const values = schema.enum?.join()
  return values && Object.entries(names.enums).find(([, each]) => each.join() === values)?.[0]
}

function objectText(schema: Schema, name: string, names: Names, depth: number): string {
  const values = Object.values(schema.patternProperties ?? {})[0]
  if (values) return `Readonly<Record<string, ${typeText(values, name, names, depth + 1)}>>`
  const indent = (depth + 1) * 2
  const lines = Object.entries(schema.properties ?? {}).map(([field, each]) => {
    const isRequired = schema.required?.includes(field)
    const text = typeText(each, `${name}.${field}`, names, depth + 1)
    const end = isRequired ? `: ${text}` : `?: ${text} | undefined`
    return `${comment(describe(each), indent)}readonly ${field}${end}`
  })
  return lines.length === 0 ? 'Readonly<Record<string, unknown>>' : `{\n${lines.join('\n')}\n}`
}

/** The description of a field, also when the field may be null. */
const describe = (schema: Schema): string | undefined =>
  schema.description ??
  (schema.anyOf?.length === 2
    ? schema.anyOf.find((each) => each.description)?.description
    : undefined)

function scalar(schema: Schema, name: string): string {
  if (schema.type === 'string')
    return schema.format === 'date-time' ? 'Instant' : schema.format === 'date' ? 'Day' : 'string'
  if (schema.type === 'integer') return isMoney(name) ? 'Cents' : 'number'
  if (schema.type === 'number' || schema.type === 'boolean' || schema.type === 'null')
    return schema.type
  if (schema.type === undefined) return 'unknown'
  throw new Error(`${name} has a schema that scripts/schema-to-type.ts does not know`)
}

/** Whether an integer is an amount. Each name is in one of two lists, so that none is missed. */
function isMoney(name: string): boolean {
  const [parent, field = ''] = name.split('.').slice(-2)
  for (const each of [`${parent}.${field}`, field]) {
    if (money.has(each)) return true
    if (counts.has(each)) return false
  }
  throw new Error(`${name}: add ${field} to money or to counts in scripts/schema-to-type.ts`)
}

const money: ReadonlySet<string> = new Set([
  ...['amount', 'amounts', 'refundedAmount', 'totalAmount', 'netAmount', 'remainingAmount'],
  ...['fixedAmount', 'estimatedFee', 'fee', 'returnedFee', 'keptFee', 'cost', 'unitPrice'],
  ...['balance', 'available', 'pending', 'withheldBalance', 'blocked', 'debt', 'opening'],
  ...['closing', 'blockedAmount', 'lostAmount', 'gross', 'net', 'taken', 'due', 'scheduled'],
  ...['settled', 'installmentAmounts', 'minimumAmount', 'reserve', 'above', 'perOperation'],
  ...[
    'perDay',
    'perNight',
    'fixed',
    'minAmount',
    'maxAmount',
    'paidAmount',
    'openAmount.min',
    'openAmount.max',
    'originalAmount',
    ...['charged.fine', 'charged.interest', 'charged.discount', 'charged.rebate'],
  ],
])
const counts: ReadonlySet<string> = new Set([
  ...['installments', 'number', 'parts', 'attempts', 'sequence', 'position', 'version', 'count'],
  ...['quantity', 'size', 'status', 'lastStatus', 'durationMs', 'redelivered', 'last', 'behind'],
  ...['settlementDays', 'expirationMonth', 'expirationYear', 'expiresInDays', 'overlapSeconds'],
  ...['expiresInSeconds', 'basisPoints', 'upTo', 'duplicateWindowSeconds', 'newKeyWaitSeconds'],
  ...['refundDuplicateWindowSeconds', 'boletoPayableDaysAfterDue', 'maxInstallments'],
  ...['payableDaysAfter', 'afterDays', 'boletoProtestAfterDays'],
  ...[
    'PIX',
    'BOLETO',
    'CREDIT_CARD',
    'uses',
    'paidUses',
    'maxUses',
    'quantity.min',
    'quantity.max',
  ],
])

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : `${value}`)
const grouped = (text: string): string => (/ \| /.test(text) ? `(${text})` : text)

/** A comment for a declaration or a field, at most 100 columns wide. */
export function comment(text: string | undefined, indent: number): string {
  if (text === undefined) return ''
  const space = ' '.repeat(indent)
  if (space.length + text.length + 7 <= 100) return `${space}/** ${text} */\n`
  const lines = ['']
  for (const each of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && space.length + 3 + line.length + 1 + each.length > 100) lines.push(each)
    else lines[lines.length - 1] = line === '' ? each : `${line} ${each}`
  }
  return `${space}/**\n${lines.map((line) => `${space} * ${line}\n`).join('')}${space} */\n`
}
