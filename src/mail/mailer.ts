import { isIP } from 'node:net'
import { createTransport } from 'nodemailer'
import type { MailSettings } from '../config.ts'
import type { LaidOutMail } from './layout.ts'

/** A mail for the mail server. */
export interface Message extends LaidOutMail {
  readonly id: string
  /** One address. */
  readonly to: string
  readonly date: Date
}

export type SendOutcome =
  | { readonly kind: 'accepted' }
  /** The server refuses this mail or its recipient for good. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A later try may succeed. */
  | { readonly kind: 'failed'; readonly reason: string }

export interface Mailer {
  send(message: Message): Promise<SendOutcome>
}

/**
 * Sends by SMTP, with one connection for each mail. Every step has a time limit, and the whole has
 * one that is shorter than the lease of a mail.
 */
export function openMailer({ smtp, from, needsTls, ca }: MailSettings): Mailer {
  const transport = createTransport({
    host: smtp.host,
    port: smtp.port,
    secure: smtp.isTls,
    requireTLS: needsTls,
    ...(smtp.user !== undefined && { auth: { user: smtp.user, pass: smtp.password ?? '' } }),
    tls: {
      minVersion: 'TLSv1.2',
      ...(isIP(smtp.host) === 0 && { servername: smtp.host }),
      ...(ca !== undefined && { ca }),
    },
    dnsTimeout: 5_000,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 15_000,
    // The library must not read a file or an address that the text of a mail names.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1)
  return {
    async send({ id, to, date, subject, html, text }) {
      try {
        await transport.sendMail({
          from,
          // An object is not parsed as a list, so there is exactly one recipient.
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          date,
          subject,
          html,
          text,
          // Programs must not reply with an absence note.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          signal: AbortSignal.timeout(sendMs),
        })
        return { kind: 'accepted' }
      } catch (cause) {
        return outcomeOf(cause as SmtpError)
      }
    },
  }
}

/** The time limit of one mail, ms. */
const sendMs = 30_000

interface SmtpError extends Error {
  readonly code?: string
  readonly command?: string
  readonly responseCode?: number
  readonly response?: string
}

/**
 * A 5xx answer to the recipient or to the message is final (RFC 5321, 4.2.1). A 5xx answer to our
 * login or to our sender is a mistake in our settings, so the mail waits until it is corrected.
 */
function outcomeOf({ code, command, responseCode, response, message }: SmtpError): SendOutcome {
  const words = withoutAddresses(response ?? message)
  const reason = [code, command, words].filter((part) => part !== undefined).join(' ')
  const isFinal =
    (command === 'RCPT TO' || command === 'DATA') &&
    responseCode !== undefined &&
    responseCode >= 500
  return { kind: isFinal ? 'refused' : 'failed', reason: reason.slice(0, 300) }
}

/** The text of a server often contains the recipient, which must not be in the log. */
const withoutAddresses = (text: string): string =>
  text.replace(/\S+@\S+/g, '(address)').replace(/\s+/g, ' ')
