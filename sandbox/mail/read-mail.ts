import PostalMime from 'postal-mime'
import type { StoredMail } from './mail-store.ts'

/** A mail as the control routes show it. */
export interface MailShown {
  readonly n: number
  readonly at: string
  /** The sender and the recipients of the envelope. */
  readonly from: string
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The addresses in the text, so that a script can follow them. */
  readonly links: readonly string[]
  /** Every header, in order, with names in lower case. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

export async function readMail({ n, at, from, to, raw }: StoredMail): Promise<MailShown> {
  const { subject = '', text = '', html = '', headers } = await PostalMime.parse(raw)
  return {
    n,
    at: at.toISOString(),
    from,
    to,
    subject,
    text,
    html,
    links: text.match(/https?:\/\/\S+/g) ?? [],
    headers: headers.map(({ key, value }) => ({ name: key, value: String(value) })),
  }
}
