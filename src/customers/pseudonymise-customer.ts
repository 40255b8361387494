import { type AuditDeps, recordAudit } from '../audit-log/record-audit.ts'
import type { Queryable, Sql } from '../db/pool.ts'
import {
  allowPseudonyms,
  type CustomerObjects,
  type CustomerOrder,
  deleteTerms,
  deleteViews,
  exportedRows,
  keysOf,
  matchingRows,
  objectsOf,
  openPayments,
  ordersOf,
  personalTables,
  rewriteRows,
} from './customer-store.ts'
import {
  identifiersOf,
  type Person,
  payoutWithoutPerson,
  personOf,
  responseWithoutPerson,
  scrubberOf,
  withoutAddress,
  withoutPerson,
} from './personal-data.ts'

type CustomerDeps = AuditDeps & { readonly sql: Sql }

/** One payer of an account. */
export interface CustomerName {
  readonly accountId: string
  /** A CPF or CNPJ in normal form. */
  readonly document: string
}

/**
 * Everything that the gateway has of a payer, by table. Orders without a document are theirs when
 * they have an e-mail address of the others. Undefined: the account has no order of theirs. It
 * needs the rights of the owner of the tables, because it reads detached months too.
 */
export const exportCustomer = (
  app: CustomerDeps,
  name: CustomerName,
): Promise<Readonly<Record<string, readonly unknown[]>> | undefined> =>
  app.sql.begin(
    async (tx) => {
      const { orders, objects } = await findCustomer(tx, name)
      if (orders.length === 0) return undefined
      const data: Record<string, readonly unknown[]> = {}
      for (const table of personalTables) data[table.table] = await exportedRows(tx, table, objects)
      await recordAudit(app, tx, {
        action: 'customer.exported',
        accountId: name.accountId,
        object: { type: 'customer', id: idOf(orders) },
      })
      return data
    },
    { statementMs: 0 },
  )

/**
 * `done`: what was changed, and what is left for a person to judge. `in-use`: payments that are not
 * over still need the payer. Nothing was changed.
 */
export type Pseudonymisation =
  | ({ readonly kind: 'done' } & Replaced & Left)
  | { readonly kind: 'in-use'; readonly payments: readonly string[] }
  | { readonly kind: 'not-found' }

interface Replaced {
  readonly pseudonym: string
  readonly payments: number
  /** Changed or removed rows, by table. */
  readonly changed: Readonly<Record<string, number>>
}

interface Left {
  /** Rows that still have the document, an e-mail address, a phone or a PIX key, by table. */
  readonly left: Readonly<Record<string, number>>
}

/**
 * Replaces a payer by a pseudonym in every row of the account. Ids, amounts, statuses, versions and
 * the order of events stay, and no webhook is sent. It needs the rights of the owner of the tables.
 */
export async function pseudonymiseCustomer(
  app: CustomerDeps,
  name: CustomerName,
): Promise<Pseudonymisation> {
  const result = await app.sql.begin(
    async (tx) => {
      await allowPseudonyms(tx)
      const { orders, objects } = await findCustomer(tx, name)
      if (orders.length === 0) return { kind: 'not-found' } as const
      const open = await openPayments(tx, objects)
      if (open.length > 0) return { kind: 'in-use', payments: open } as const
      const person = personOf(
        name.document,
        orders.map(({ customer }) => customer),
        await keysOf(tx, objects, name.document),
      )
      const changed = await replacePerson(tx, objects, person)
      await recordAudit(app, tx, {
        action: 'customer.pseudonymised',
        accountId: name.accountId,
        object: { type: 'customer', id: idOf(orders), name: person.pseudonym },
        after: { payments: objects.payments.length },
      })
      return { kind: 'done', person, payments: objects.payments.length, changed } as const
    },
    { statementMs: 0 },
  )
  if (result.kind !== 'done') return result
  const { person, ...done } = result
  // After the commit: a change that was under way meanwhile may have written the person again.
  const left = await app.sql.begin(
    (tx) => matchingRows(tx, name.accountId, identifiersOf(person)),
    { statementMs: 0 },
  )
  return { ...done, pseudonym: person.pseudonym, left }
}

async function replacePerson(
  tx: Queryable,
  objects: CustomerObjects,
  person: Person,
): Promise<Readonly<Record<string, number>>> {
  const rewriters = {
    json: (content: string) => withoutPerson(content, person),
    text: scrubberOf(person),
    actor: withoutAddress,
    response: (content: string) => responseWithoutPerson(content, person),
    payout: payoutWithoutPerson,
  }
  const changed: Record<string, number> = {}
  for (const table of personalTables)
    changed[table.table] = await rewriteRows(tx, table, objects, (content, holds) =>
      rewriters[holds](content),
    )
  changed.search_terms = await deleteTerms(tx, objects)
  changed.saved_views = await deleteViews(tx, objects.accountId, identifiersOf(person))
  return changed
}

async function findCustomer(
  tx: Queryable,
  { accountId, document }: CustomerName,
): Promise<{ readonly orders: readonly CustomerOrder[]; readonly objects: CustomerObjects }> {
  const named = await ordersOf(tx, { accountId, document, emails: [] })
  const emails = named.flatMap(({ customer: { email } }) => email?.toLowerCase() ?? [])
  const orders = await ordersOf(tx, { accountId, document, emails })
  return { orders, objects: await objectsOf(tx, accountId, orders) }
}

const idOf = ([first]: readonly CustomerOrder[]): string => first?.customer.id ?? ''
