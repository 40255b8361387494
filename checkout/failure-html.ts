import { html } from './html.ts'
import { type PageOptions, renderPage } from './page.ts'
import { pageTexts } from './texts/page-texts.ts'

export interface FailureView {
  readonly title: string
  readonly text: string
  /** A later try may succeed. */
  readonly canRetry: boolean
}

/** The page that a payer sees in place of a payment page. */
export function renderFailureHtml(
  { title, text, canRetry }: FailureView,
  options: PageOptions,
): string {
  return renderPage(
    {
      title,
      css: `.button{margin-top:1.2rem}
h1{font-size:1.5rem;line-height:1.25;margin-bottom:.6rem}
.card{margin-top:12vh}`,
      body: html`<main>
<article class="card">
<h1>${title}</h1>
<p class="when">${text}</p>
${canRetry && html`<a class="button" href="">${pageTexts(options.language).retry}</a>`}
</article>
</main>`,
    },
    options,
  )
}
