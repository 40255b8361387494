import { renderFailureHtml } from '../failure-html.ts'
import type { PageOptions } from '../page.ts'
import { formTexts } from '../texts/form-texts.ts'

/** Why a purchase has no form. */
export type ClosedReason =
  | 'inactive'
  | 'link-expired'
  | 'used-up'
  | 'session-expired'
  | 'too-many'
  | 'no-method'

/** The page of a link or a session that cannot be paid. */
export function renderClosedHtml(reason: ClosedReason, options: PageOptions): string {
  const [title, text] = closedTexts[reason](formTexts(options.language))
  return renderFailureHtml({ title, text, canRetry: false }, options)
}

type Texts = ReturnType<typeof formTexts>

const closedTexts: Readonly<Record<ClosedReason, (t: Texts) => readonly [string, string]>> = {
  inactive: (t) => [t.inactive, t.inactiveText],
  'link-expired': (t) => [t.linkExpired, t.linkExpiredText],
  'used-up': (t) => [t.usedUp, t.usedUpText],
  'session-expired': (t) => [t.sessionExpired, t.sessionExpiredText],
  'too-many': (t) => [t.tooMany, t.tooManyText],
  'no-method': (t) => [t.noMethod, t.noMethodText],
}

/** The page while an earlier sending of the same form is at work. It looks again by itself. */
export function renderInProgressHtml(url: string, options: PageOptions): string {
  const t = formTexts(options.language)
  return renderFailureHtml(
    { title: t.inProgress, text: t.inProgressText, canRetry: false, next: { url, seconds: 3 } },
    options,
  )
}
