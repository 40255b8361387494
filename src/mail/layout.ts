import { type Html, html, trusted } from '../primitives/html.ts'
import { oneLine } from '../primitives/mail-text.ts'
import type { Block, MailContent, MailLanguage } from './mail-content.ts'

/** A mail in both forms. */
export interface LaidOutMail {
  readonly subject: string
  readonly html: string
  readonly text: string
}

/** The one layout of all mails. Nothing in it is loaded from a server. */
export const layOut = (content: MailContent, language: MailLanguage): LaidOutMail => ({
  subject: oneLine(content.subject),
  html: htmlOf(content, language),
  text: textOf(content),
})

function textOf({ title, blocks, reason }: MailContent): string {
  const parts = blocks.map(textOfBlock)
  return `${[title, ...parts, `--\nGuichê\n${reason}`].join('\n\n')}\n`
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
    case 'note':
      return block.text
    case 'facts':
      return block.facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'link':
      return `${block.label}:\n${checked(block.url)}`
  }
}

const htmlOf = ({ subject, title, blocks, reason }: MailContent, language: MailLanguage): string =>
  html`<!doctype html>
<html lang="${language === 'pt' ? 'pt-BR' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${oneLine(subject)}</title>
<style>${trusted(darkStyle)}</style>
</head>
<body class="page" style="${styles.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
style="max-width:560px"><tr>
<td style="${styles.brand}"><span class="mark" style="${styles.mark}">Guichê</span></td>
</tr><tr>
<td class="card" style="${styles.card}">
<h1 class="ink" style="${styles.title}">${title}</h1>
${blocks.map((block) => htmlOfBlock(block, language))}
</td>
</tr><tr>
<td class="soft" style="${styles.reason}">${reason}</td>
</tr></table>
</td>
</tr></table>
</body>
</html>
`.markup

function htmlOfBlock(block: Block, language: MailLanguage): Html {
  switch (block.kind) {
    case 'paragraph':
      return html`<p class="ink" style="${styles.paragraph}">${block.text}</p>\n`
    case 'note':
      return html`<p class="soft" style="${styles.note}">${block.text}</p>\n`
    case 'facts':
      return html`<table role="presentation" class="facts" width="100%" cellpadding="0"
cellspacing="0" border="0" style="${styles.facts}">
${block.facts.map(
  (
    { label, value },
    index,
  ) => html`<tr><td class="line" style="${styles.fact}${index > 0 && trusted(styles.line)}">
<span class="soft" style="${styles.label}">${label}</span><br>
<span class="ink" style="${styles.value}">${value}</span></td></tr>
`,
)}</table>\n`
    case 'link': {
      const url = checked(block.url)
      return html`<p style="margin:24px 0 16px">
<a class="button" href="${url}" style="${styles.button}">${block.label}</a></p>
<p class="soft" style="${styles.note}">${copyThis[language]}<br>
<a class="address" href="${url}" style="${styles.address}">${url}</a></p>\n`
    }
  }
}

/** A mail of ours links to pages on the web only. */
function checked(url: string): string {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('a mail links to https')
  return href
}

const copyThis: Readonly<Record<MailLanguage, string>> = {
  pt: 'Se o botão não abrir, copie este endereço:',
  en: 'If the button does not open, copy this address:',
}

const font =
  'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

/** Colors for a light background stand on each element, because many programs drop `<style>`. */
const styles = {
  page: `margin:0;padding:0;background:#f3f5f4;${font}`,
  brand: 'padding:0 8px 12px',
  mark: 'color:#0a6b51;font-size:18px;font-weight:700',
  card: 'padding:28px 24px 12px;border:1px solid #dfe4e2;border-radius:12px;background:#ffffff',
  title: 'margin:0 0 16px;color:#14201c;font-size:22px;line-height:1.3;font-weight:700',
  paragraph: 'margin:0 0 16px;color:#14201c;font-size:16px;line-height:1.55;overflow-wrap:anywhere',
  note: 'margin:0 0 16px;color:#566460;font-size:14px;line-height:1.5;overflow-wrap:anywhere',
  facts: 'margin:0 0 16px;border-collapse:collapse',
  fact: 'padding:10px 0;overflow-wrap:anywhere;',
  line: 'border-top:1px solid #dfe4e2',
  label: 'color:#566460;font-size:13px;line-height:1.5',
  value: 'color:#14201c;font-size:16px;line-height:1.4;font-weight:600',
  button:
    'display:inline-block;padding:12px 20px;border-radius:8px;background:#0a6b51;color:#ffffff;' +
    'font-size:16px;font-weight:600;text-decoration:none',
  address: 'color:#0a6b51;word-break:break-all',
  reason: 'padding:16px 8px;color:#566460;font-size:13px;line-height:1.5',
}

const darkStyle = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #101614 !important; }
  .card { background: #19211e !important; border-color: #2f3a36 !important; }
  .ink { color: #eef3f1 !important; }
  .soft { color: #a3b1ac !important; }
  .line { border-color: #2f3a36 !important; }
  .mark, .address { color: #5fd0ac !important; }
  .button { background: #5fd0ac !important; color: #08211a !important; }
}
`
