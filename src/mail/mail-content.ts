import { hourMs } from '../primitives/durations.ts'

/** The languages of mails. A person chooses one. */
export const mailLanguages = ['pt', 'en'] as const
export type MailLanguage = (typeof mailLanguages)[number]

/** What a mail says, before it has the form of HTML or of text. */
export interface MailContent {
  readonly subject: string
  readonly title: string
  readonly blocks: readonly Block[]
  /** Why the person receives the mail, as its last line. */
  readonly reason: string
}

export type Block =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** A paragraph in small letters. */
  | { readonly kind: 'note'; readonly text: string }

export interface Fact {
  readonly label: string
  readonly value: string
}

/** One kind of mail. `Data` is what a caller gives, and is kept as JSON until the mail is sent. */
export interface MailTemplate<Data> {
  /** How long the mail is worth sending. */
  readonly usefulMs: number
  readonly pt: (data: Data) => MailContent
  readonly en: (data: Data) => MailContent
}

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

export const note = (text: string): Block => ({ kind: 'note', text })

/** Leaves out the facts that are not known. */
export const facts = (
  ...given: readonly (readonly [label: string, value: string | undefined])[]
): Block => ({
  kind: 'facts',
  facts: given.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value }],
  ),
})

/** The link that a person follows, if the caller has an address for it. */
export const link = (label: string, url: string | undefined): Block[] =>
  url === undefined ? [] : [{ kind: 'link', label, url }]

export const hours = (count: number): number => count * hourMs
export const days = (count: number): number => count * 24 * hourMs
