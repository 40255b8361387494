import { type Html, html } from '../../primitives/html.ts'
import type { RejectionCode } from '../../primitives/rejection.ts'
import { advice, sample } from '../meta/error-texts.ts'
import type { Response } from '../rejection-responses.ts'

/** A page of an installation whose docs site is not built, or not built yet. */
export const notBuiltPage = (): string =>
  plainPage({
    title: 'Documentação',
    body: html`<h1>A documentação ainda não está aqui</h1>
<p>Depois de <code>npm start</code> ela é construída em um ou dois minutos, e esta página a mostra.
Em produção, rode <code>npm run build</code> e copie <code>docs/dist</code>.</p>
<p lang="en">The docs are not built yet. After <code>npm start</code> this takes a minute or two,
and this page then shows them. In production run <code>npm run build</code> and copy
<code>docs/dist</code>.</p>
<p><a href="/openapi.json">openapi.json</a></p>`,
    refresh: html`<meta http-equiv="refresh" content="5">`,
  })

/** One error code, without the docs site. */
export const errorPage = (code: RejectionCode, response: Response): string =>
  plainPage({
    title: code,
    body: html`<h1>${code}</h1>
<h2>HTTP ${response.status}</h2>
<p>${sample(response, 'pt')} ${advice(response.status, 'pt')}</p>
<p lang="en">${sample(response, 'en')} ${advice(response.status, 'en')}</p>`,
  })

const plainPage = ({ title, body, refresh }: { title: string; body: Html; refresh?: Html }) =>
  html`<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${refresh}
</head>
<body><main>${body}</main></body>
</html>
`.markup
