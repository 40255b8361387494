import { type Html, html, trusted } from '../src/primitives/html.ts'
import { type Brand, brandCss } from './brand.ts'
import { pageCss } from './page-css.ts'
import { pageScript } from './page-script.ts'
import { htmlLanguages, type Language } from './texts/language.ts'
import { pageTexts } from './texts/page-texts.ts'

/**
 * How a page is served: its one stylesheet and one script carry the nonce of the
 * Content-Security-Policy.
 */
export interface PageOptions {
  /** Base64 text of the header's `'nonce-…'`. */
  readonly nonce: string
  readonly language: Language
  /** Absent: the page has the colors of the gateway. */
  readonly brand?: Brand
}

export interface Page {
  readonly title: string
  /** Styles of this page, after the shared ones. */
  readonly css: string
  readonly body: Html
  /** Seconds between reloads for a browser without scripts. */
  readonly reloadSeconds?: number
  /** The page that the browser opens by itself. */
  readonly next?: { readonly url: string; readonly seconds: number }
  readonly live?: Live
  /** The response to a form: its address has another page, also in the other language. */
  readonly isResult?: boolean
  /** A script of this page, after the shared one. */
  readonly script?: string
  /** The address of a script that runs before them: the wallet of a sandbox. */
  readonly scriptUrl?: string
}

/** How the page learns that its content is out of date. */
export interface Live {
  /** Returns `{"mark": string}` as JSON. */
  readonly url: string
  /** Sends `{"mark": string}` at each change, as server-sent events. */
  readonly eventsUrl?: string
  /** What the page shows: it reloads when the mark is another. */
  readonly mark: string
  /**
   * It follows the events, or polls every 3 s while it is visible. Otherwise it polls once, each
   * time it becomes visible.
   */
  readonly isChanging: boolean
}

/** A whole document. It loads the merchant's logo, and in a sandbox the simulated wallet. */
export function renderPage(page: Page, { nonce, language, brand = {} }: PageOptions): string {
  const { title, css, body, live, reloadSeconds, next, isResult, script = '', scriptUrl } = page
  return html`<!doctype html>
<html lang="${htmlLanguages[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, date=no">
<title>${title}</title>
${
  reloadSeconds !== undefined &&
  html`<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>`
}
${next && html`<noscript><meta http-equiv="refresh" content="${refreshOf(next)}"></noscript>`}
<style nonce="${nonce}">${trusted(pageCss)}${brandCss(brand)}${trusted(css)}</style>
</head>
<body${
    live &&
    html` data-status-url="${live.url}" data-mark="${live.mark}"${
      live.isChanging && trusted(' data-changing')
    }${live.isChanging && live.eventsUrl && html` data-events-url="${live.eventsUrl}"`}`
  }${next && html` data-next="${next.url}" data-next-seconds="${next.seconds}"`}>
${body}
${!isResult && languageLink(language)}
${scriptUrl !== undefined && html`<script nonce="${nonce}" src="${scriptUrl}"></script>`}
<script nonce="${nonce}">${trusted(pageScript + script)}</script>
</body>
</html>
`.markup
}

const refreshOf = ({ seconds, url }: NonNullable<Page['next']>): string => `${seconds};url=${url}`

/** Leads to the same page in the other language. */
function languageLink(language: Language): Html {
  const other = language === 'pt' ? 'en' : 'pt'
  const lang = htmlLanguages[other]
  const { otherLanguage } = pageTexts(language)
  return html`<footer class="languages">
<a href="?lang=${other}" hreflang="${lang}" lang="${lang}">${otherLanguage}</a>
</footer>`
}

/** The button that copies a text, and the text. Without a script the text can still be selected. */
export function copyBox(id: string, text: string, action: string, language: Language): Html {
  const { copied } = pageTexts(language)
  return html`<div class="copy">
<button type="button" class="button" data-copy="${id}" data-done="${copied}">${action}</button>
<output class="copy-text" id="${id}">${text}</output>
</div>`
}

export type NoticeTone = 'good' | 'bad' | 'plain'

/** The colored line at the top with the state. */
export const notice = (tone: NoticeTone, title: string, text: string): Html =>
  html`<div class="notice ${tone}" role="status">
<strong>${title}</strong><span>${text}</span></div>`
