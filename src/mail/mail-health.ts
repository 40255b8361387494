import type { MailBacklog } from './mail-store.ts'

export const mailStates = ['not-configured', 'working', 'stuck'] as const
export type MailState = (typeof mailStates)[number]

/**
 * Whether mails leave. Stuck: a mail has waited for a quarter of an hour, and none was sent in this
 * time. One address that does not accept its mail is not enough.
 */
export function mailState(
  { oldestAt, lastSentAt }: Pick<MailBacklog, 'oldestAt' | 'lastSentAt'>,
  { isConfigured, now }: { readonly isConfigured: boolean; readonly now: Date },
): MailState {
  if (!isConfigured) return 'not-configured'
  const since = now.getTime() - longestWaitMs
  if (oldestAt === null || oldestAt.getTime() > since) return 'working'
  return lastSentAt !== null && lastSentAt.getTime() > since ? 'working' : 'stuck'
}

const longestWaitMs = 15 * 60_000
