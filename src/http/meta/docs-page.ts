import { type Html, html, trusted } from '../../../checkout/html.ts'

/** The frame of every documentation page: no script, nothing loaded. */
export const docsPage = (
  { title, body }: { title: string; body: Html },
  { nonce }: { nonce: string },
): string =>
  html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${trusted(css)}</style>
</head>
<body><main>${body}</main></body>
</html>
`.markup

const css = `
:root{--ink:#14211b;--soft:#56635c;--line:#dde4e0;--paper:#fff;--accent:#0a7c4a;--ground:#f3f6f4;
  color-scheme:light dark}
@media (prefers-color-scheme:dark){:root{--ink:#e6ece8;--soft:#9fb0a7;--line:#2c3832;
  --paper:#141a17;--accent:#4fc48c;--ground:#0e1311}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:1.5rem 1rem 4rem;background:var(--ground);
  color:var(--ink);
  font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1{margin:0 0 .5rem}h2{margin:2.5rem 0 .5rem}h3{margin:1.5rem 0 .25rem;overflow-wrap:anywhere}
h4{margin:1rem 0 .25rem;color:var(--soft)}
a{color:var(--accent)}
code{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
td code,td a{overflow-wrap:break-word}
nav ul{list-style:none;padding:0;margin:0}nav li{padding:.15rem 0;overflow-wrap:anywhere}
section{background:var(--paper);border:1px solid var(--line);border-radius:12px;
  padding:.25rem 1.25rem 1rem;margin:1rem 0}
table{border-collapse:collapse;width:100%;font-size:.95rem}
td{border-top:1px solid var(--line);padding:.35rem .6rem .35rem 0;vertical-align:top}
/* A table in a table is a list of its own: as columns it would be wider than the page. */
td table,td tbody,td tr,td td{display:block}
td table{width:auto;margin:.35rem 0 0 .75rem}
td tr{border-top:1px solid var(--line);padding:.35rem 0}
td td{border:0;padding:0}
.soft{color:var(--soft);font-size:.9em}
@media (max-width:48rem){
table,tbody,tr,td{display:block}
tr{border-top:1px solid var(--line);padding:.35rem 0}
td{border:0;padding:0}
td code,td a{overflow-wrap:anywhere}
}
`
