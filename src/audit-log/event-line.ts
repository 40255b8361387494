import { fieldChanges } from './field-changes.ts'

/** What the audit log shows of an event beside its type. */
export interface EventFacts {
  /** The name by which people know the object. */
  readonly name?: string
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
}

/**
 * The objects of whose events the log shows more than the id. A payment and a cashout have no other
 * name, and their bodies hold personal data.
 */
export const shownObjects: readonly string[] = [
  'correction',
  'domain',
  'payment_link',
  'webhook_endpoint',
]

/**
 * Reads the bodies of an event and of the version before it. Null: the log shows nothing of the
 * event, or it is the first version.
 */
export function eventFacts(
  objectType: string,
  body: string | null,
  earlierBody: string | null,
): EventFacts {
  if (body === null) return {}
  const data = dataOf(body)
  switch (objectType) {
    case 'correction':
      return { after: withoutFields(data, ['correctedBy']) }
    case 'domain':
      return named(data.domain)
    case 'payment_link': {
      const before = earlierBody === null ? undefined : settingsOf(dataOf(earlierBody))
      return { ...named(data.title), ...(before && fieldChanges(before, settingsOf(data))) }
    }
    case 'webhook_endpoint':
      return named(data.address)
    default:
      return {}
  }
}

type Data = Readonly<Record<string, unknown>>

const dataOf = (body: string): Data => (JSON.parse(body) as { readonly data?: Data }).data ?? {}

const named = (name: unknown): EventFacts => (typeof name === 'string' ? { name } : {})

/** What the merchant chose, without what follows from payments and from the clock. */
const settingsOf = (link: Data): Data =>
  withoutFields(link, [
    ...['isUsable', 'unusableReason', 'uses', 'paidUses', 'paidAmount'],
    ...['createdAt', 'updatedAt', 'completedAt'],
  ])

const withoutFields = (data: Data, names: readonly string[]): Data =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !names.includes(name)))
