import type { CreateCheckoutSessionRequest } from '../../contract/checkout-session.ts'
import type { Account } from '../accounts/account.ts'
import type { App } from '../app.ts'
import type { IdempotencyHandle } from '../idempotency/idempotency-handle.ts'
import { WriteConflict } from '../journal/journal.ts'
import { defined } from '../primitives/defined.ts'
import { derivedId, newId, randomBase62 } from '../primitives/id.ts'
import { cents } from '../primitives/money.ts'
import { Rejection } from '../primitives/rejection.ts'
import { orderFactsOf } from '../transactions/order-facts.ts'
import { checkAmount } from '../transactions/plan-transaction.ts'
import { transactionsOfSession } from '../transactions/transaction-store.ts'
import { type CheckoutSession, longestSeconds } from './checkout-session.ts'
import { sessionById } from './checkout-session-store.ts'
import { checkLinkAddresses } from './page-addresses.ts'
import { type LinkChoice, type LinkUse, linkUsability, useOf } from './payment-link.ts'
import type { UsedLink } from './payment-link-store.ts'
import { sessionChange } from './session-change.ts'

/**
 * Opens a session for a shop. Throws `validation-failed`, `postback-url-invalid`,
 * `amount-below-minimum`, `amount-above-maximum`.
 */
export async function openSession(
  app: Pick<App, 'clock' | 'journal' | 'config' | 'vault'>,
  account: Account,
  request: CreateCheckoutSessionRequest,
  idempotency?: IdempotencyHandle<CheckoutSession>,
): Promise<CheckoutSession> {
  checkLinkAddresses(request, app.config)
  const amount = cents(request.amount)
  checkAmount(account, amount)
  app.journal.assertCapacity()
  const at = app.clock.now()
  const { title, paymentMethods, maxInstallments, redirectUrl, cancelUrl } = request
  const session: CheckoutSession = {
    id: newId(at.getTime()),
    token: randomBase62(tokenLength),
    ...common(account, at, request.expiresInSeconds ?? longestSeconds),
    amount,
    order: orderFactsOf(request, { accountId: account.id, vault: app.vault }),
    ...defined({ title, paymentMethods, maxInstallments, redirectUrl, cancelUrl }),
  }
  const extraWrites = idempotency ? [idempotency.markCompleted(session.id, session)] : []
  await app.journal.record(sessionChange(session, 'checkout_session.created', extraWrites))
  return session
}

/** What a payer sent with the form of a link. */
export interface LinkForm {
  /** The id of the attempt that the form was rendered with: a UUID. */
  readonly attemptId: string
  readonly choice: LinkChoice
  /** The total that the form showed, cents. Absent: the payer typed it. */
  readonly shownAmount?: number
}

/**
 * Opens the session of one use of a link, with the amount and the items of the link as it is now.
 * The same form gets the same session. If it was paid, or tried, that holds for a link that has
 * changed or is used up too: the response to the first sending may be lost. Throws
 * `payment-link-unusable`, `validation-failed`, `checkout-changed` if the form showed another
 * total, and `checkout-session-expired` if the session is deleted.
 */
export async function openLinkSession(
  app: Pick<App, 'sql' | 'clock' | 'journal'>,
  account: Account,
  used: UsedLink,
  form: LinkForm,
): Promise<CheckoutSession> {
  const { link } = used
  const at = app.clock.now()
  const id = idFor(link.id, form)
  const use = useNow(used, form, at)
  if (use instanceof Rejection) {
    const tried = await sessionTriedBy(app.sql, link, form)
    if (tried) return tried
    throw use
  }
  app.journal.assertCapacity()
  const session = sessionOfLink(account, { id, link, use, at })
  try {
    await app.journal.record(sessionChange(session, 'checkout_session.created'))
    return session
  } catch (cause) {
    if (!(cause instanceof WriteConflict)) throw cause
    const first = await sessionById(app.sql, account.id, session.id)
    // It was deleted some days after its end.
    if (!first) throw new Rejection('checkout-session-expired', {}, { cause })
    return first
  }
}

/** The id of the session that a form opens, whatever becomes of its link. */
const idFor = (linkId: string, { attemptId, choice, shownAmount }: LinkForm): string =>
  derivedId(`checkout ${linkId} ${attemptId} ${shownAmount} ${choice.amount} ${choice.quantity}`)

/** What the form pays for, or why the link as it is now does not allow it. */
function useNow({ link, uses }: UsedLink, form: LinkForm, at: Date): LinkUse | Rejection {
  const usability = linkUsability(link, uses, at)
  if (!usability.isUsable)
    return new Rejection('payment-link-unusable', { params: { reason: usability.reason } })
  const use = useOf(link, form.choice)
  if ('wrong' in use)
    return new Rejection('validation-failed', {
      issues: [{ field: use.wrong, problem: rangeProblem(link, form.choice, use.wrong) }],
    })
  if (form.shownAmount !== undefined && form.shownAmount !== use.amount)
    return new Rejection('checkout-changed')
  return use
}

/** The session that a form has opened, if a payment of it was tried. */
export async function sessionTriedBy(
  sql: App['sql'],
  { accountId, id: linkId }: Pick<UsedLink['link'], 'accountId' | 'id'>,
  form: LinkForm,
): Promise<CheckoutSession | undefined> {
  const id = idFor(linkId, form)
  const [payment] = await transactionsOfSession(sql, accountId, id)
  return payment && sessionById(sql, accountId, id)
}

function sessionOfLink(
  account: Account,
  {
    id,
    link,
    use,
    at,
  }: {
    readonly id: string
    readonly link: UsedLink['link']
    readonly use: LinkUse
    readonly at: Date
  },
): CheckoutSession {
  const { title, description, paymentMethods, maxInstallments, redirectUrl, expiresAt } = link
  const { items, amount } = use
  const own = common(account, at, longestSeconds)
  return {
    id,
    token: randomBase62(tokenLength),
    ...own,
    ...(expiresAt && expiresAt < own.expiresAt && { expiresAt }),
    linkId: link.id,
    amount,
    order: {
      ...emptyOrder,
      items,
      metadata: link.metadata ?? null,
      postbackUrl: link.postbackUrl ?? null,
    },
    title,
    ...defined({ description, paymentMethods, maxInstallments, redirectUrl }),
  }
}

const common = ({ id }: Account, at: Date, seconds: number) => ({
  accountId: id,
  version: 1,
  createdAt: at,
  updatedAt: at,
  expiresAt: new Date(at.getTime() + seconds * 1_000),
})

const emptyOrder: CheckoutSession['order'] = {
  customer: null,
  items: [],
  shipping: null,
  metadata: null,
  postbackUrl: null,
  traceable: null,
  ip: null,
  externalRef: null,
}

function rangeProblem(
  { price }: UsedLink['link'],
  choice: LinkChoice,
  field: 'amount' | 'quantity',
): string {
  const value = choice[field]
  const range = price.kind === 'open' ? price : price.quantity
  if (value === undefined || !range) return 'required'
  if (!Number.isSafeInteger(value)) return 'integer'
  return value < range.min ? `too-small ${range.min}` : `too-large ${range.max}`
}

const tokenLength = 24
