import { html } from '../../../checkout/html.ts'
import { eventTypes, internalEventTypes } from '../../../contract/events.ts'
import { docsPage } from './docs-page.ts'

/** Every event that merchants are notified of. */
export const eventsPage = ({ nonce }: { nonce: string }): string =>
  docsPage(
    {
      title: 'Eventos',
      body: html`<h1>Eventos</h1>
<p>Chegam por webhook e pelo feed <code>GET /api/user/events</code>, com o mesmo corpo. O campo <code>event</code> diz o tipo. <a href="/docs">Referência</a></p>
<section><table><tbody>${Object.entries(eventTypes).map(([type, meaning]) => html`<tr><td><code>${type}</code></td><td>${meaning}</td></tr>`)}</tbody></table></section>`,
    },
    { nonce },
  )

/** `docs/events.md`: every event, public or internal. */
export function eventsMarkdown(): string {
  const table = (types: Readonly<Record<string, string>>) => [
    '| event | meaning |',
    '|---|---|',
    ...Object.entries(types).map(([type, meaning]) => `| \`${type}\` | ${meaning} |`),
  ]
  return [
    '# Events',
    '',
    'Made from `contract/events.ts` by `npx node src/http/meta/event-catalogue.ts > docs/events.md`; a test compares them.',
    '',
    'A merchant is told the same thing by webhook (each transaction’s `postbackUrl`, the account’s endpoints) and in the feed',
    '`GET /api/user/events`. `event` in the body names what happened, `data` is the whole object as it was then, `sequence` its version.',
    'Filters take a name, all of a kind (`transaction.*`), or all (`*`).',
    '',
    ...table(eventTypes),
    '',
    '## Told to nobody',
    '',
    'Recorded with the change they belong to, and part of a transaction’s timeline. They have no position in the feed.',
    '',
    ...table(internalEventTypes),
    '',
  ].join('\n')
}

if (import.meta.main) process.stdout.write(eventsMarkdown())
