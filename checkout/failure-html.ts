import { html } from '../src/primitives/html.ts'
import { type PageOptions, renderPage } from './page.ts'
import { pageTexts } from './texts/page-texts.ts'

export interface FailureView {
  readonly title: string
  readonly text: string
  /** A later try may succeed. */
  readonly canRetry: boolean
  /** It says what became of a form, and its address has another page. */
  readonly isResult?: boolean
  /** The page that has the result, and when the browser opens it by itself. */
  readonly next?: { readonly url: string; readonly seconds: number }
}

/** The page that a payer sees in place of a payment page. */
export function renderFailureHtml(
  { title, text, canRetry, isResult = false, next }: FailureView,
  options: PageOptions,
): string {
  const t = pageTexts(options.language)
  return renderPage(
    {
      title,
      css: `.button{margin-top:1.2rem}
h1{font-size:1.5rem;line-height:1.25;margin-bottom:.6rem}
.card{margin-top:12vh}`,
      isResult,
      ...(next && { next }),
      body: html`<main>
<article class="card">
<h1>${title}</h1>
<p class="when">${text}</p>
${canRetry && html`<a class="button" href="">${t.retry}</a>`}
${next && html`<a class="button" href="${next.url}">${t.showResult}</a>`}
</article>
</main>`,
    },
    options,
  )
}
