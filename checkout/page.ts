import { type Html, html, trusted } from './html.ts'
import { pageScript } from './page-script.ts'

/**
 * How a page is served: its one stylesheet and one script carry the nonce of the
 * Content-Security-Policy.
 */
export interface PageOptions {
  /** Base64 text of the header's `'nonce-…'`. */
  readonly nonce: string
}

export interface Page {
  readonly title: string
  /** Styles of this page, after the shared ones. */
  readonly css: string
  readonly body: Html
  /** Seconds between reloads for a browser without scripts. */
  readonly reloadSeconds?: number
  readonly live?: Live
}

/** How the page learns that its content is out of date. */
export interface Live {
  /** Returns `{"mark": string}` as JSON. */
  readonly url: string
  /** What the page shows: it reloads when the mark is another. */
  readonly mark: string
  /**
   * It polls every 3 s while it is visible. Otherwise it polls once, each time it becomes visible.
   */
  readonly isChanging: boolean
}

/** A whole document that loads nothing from anywhere. */
export function renderPage(page: Page, { nonce }: PageOptions): string {
  const { title, css, body, live, reloadSeconds } = page
  return html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light">
<meta name="format-detection" content="telephone=no, date=no">
<title>${title}</title>
${
  reloadSeconds !== undefined &&
  html`<noscript><meta http-equiv="refresh" content="${reloadSeconds}"></noscript>`
}
<style nonce="${nonce}">${trusted(sharedCss + css)}</style>
</head>
<body${
    live &&
    html` data-status-url="${live.url}" data-mark="${live.mark}"${
      live.isChanging && trusted(' data-changing')
    }`
  }>
${body}
<script nonce="${nonce}">${trusted(pageScript)}</script>
</body>
</html>
`.markup
}

/** The button that copies a text, and the text. Without a script the text can still be selected. */
export const copyBox = (id: string, text: string, action: string): Html => html`<div class="copy">
<button type="button" class="button" data-copy="${id}" data-done="Copiado">${action}</button>
<output class="copy-text" id="${id}">${text}</output>
</div>`

export type NoticeTone = 'good' | 'bad' | 'plain'

/** The colored line at the top with the state. */
export const notice = (tone: NoticeTone, title: string, text: string): Html =>
  html`<div class="notice ${tone}" role="status">
<strong>${title}</strong><span>${text}</span></div>`

const sharedCss = `
*,*::before,*::after{box-sizing:border-box}
:root{--ink:#14211b;--soft:#56635c;--line:#dde4e0;--paper:#fff;--ground:#f3f6f4;--accent:#0a7c4a;
  --accent-ink:#fff;--accent-soft:#e5f4ec;--bad:#9c2f1d;--bad-soft:#fcebe7;--radius:14px}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--ground);color:var(--ink);
  font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",
  sans-serif}
main{max-width:32rem;margin:0 auto;padding:1.25rem 1rem 3rem}
h1,h2,p,dl,dd{margin:0}
.card{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);
  padding:1.5rem;box-shadow:0 1px 2px rgba(20,33,27,.05)}
.card+.card{margin-top:1rem}
.who{color:var(--soft);font-size:.95rem;overflow-wrap:anywhere}
.amount{font-size:2.4rem;line-height:1.15;font-weight:700;letter-spacing:-.02em;
  font-variant-numeric:tabular-nums;margin:.15rem 0 .35rem;overflow-wrap:anywhere}
.items{list-style:none;margin:.6rem 0 0;padding:0;color:var(--soft);font-size:.95rem;
  text-align:left}
.items li{display:flex;justify-content:space-between;gap:1rem;padding:.15rem 0}
.items span{overflow-wrap:anywhere}
.items .price{flex:none;font-variant-numeric:tabular-nums}
.more{color:var(--soft);font-size:.95rem;margin-top:.5rem;text-align:left}
.more summary{cursor:pointer}
.when{color:var(--soft)}
.when strong{color:var(--ink);font-variant-numeric:tabular-nums}
h2{font-size:1.05rem;margin-bottom:.5rem}
.hint{color:var(--soft);font-size:.9rem}
.notice{display:flex;flex-direction:column;gap:.1rem;border-radius:var(--radius);
  padding:.85rem 1.1rem;margin-bottom:1rem;border:1px solid transparent}
.notice.good{background:var(--accent-soft);border-color:#b6dfca;color:#07532f}
.notice.bad{background:var(--bad-soft);border-color:#f1c5bb;color:var(--bad)}
.notice.plain{background:#eef1ef;border-color:var(--line);color:var(--soft)}
.copy{display:flex;flex-direction:column;gap:.6rem;margin-top:.6rem}
.copy-text{display:block;background:var(--ground);border:1px solid var(--line);border-radius:10px;
  padding:.5rem .65rem;color:var(--soft);
  font:.72rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
  overflow-wrap:anywhere;user-select:all;-webkit-user-select:all}
#pix-code{word-break:break-all}
.button{appearance:none;border:0;border-radius:10px;background:var(--accent);
  color:var(--accent-ink);font:inherit;font-weight:600;padding:.75rem 1rem;min-height:2.9rem;
  cursor:pointer;text-decoration:none;text-align:center;display:block;width:100%}
.button:hover{background:#086a3f}
.button.quiet{background:transparent;color:var(--accent);border:1px solid #b6dfca}
.button.quiet:hover{background:var(--accent-soft)}
:focus-visible{outline:3px solid #7cc7a1;outline-offset:2px}
.qr{display:block;width:min(15rem,100%);height:auto;margin:0 auto;border:1px solid var(--line);
  border-radius:10px}
.facts{display:grid;gap:.75rem}
.facts dt{color:var(--soft);font-size:.85rem}
.facts dd{font-weight:500;overflow-wrap:anywhere}
.foot{text-align:center;color:var(--soft);font-size:.85rem;margin-top:1.25rem}
[hidden]{display:none!important}
@media (prefers-reduced-motion:no-preference){.button{transition:background .12s}}
@media print{body{background:#fff}.screen{display:none!important}}
`
