import { eventTypes, internalEventTypes } from '../../../contract/events.ts'

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
    'Made from `contract/events.ts` by `npx node src/http/meta/event-catalogue.ts > docs/events.md`; a',
    'test compares them.',
    '',
    'A merchant receives the same events by webhook (the `postbackUrl` of each transaction, the',
    'endpoints of the account) and in the feed `GET /api/user/events`. `event` in the body is the type,',
    '`data` is the whole object at that time, `sequence` is its version. A filter is a type, all types',
    'of an object (`transaction.*`), or all (`*`).',
    '',
    ...table(eventTypes),
    '',
    '## Internal events',
    '',
    'These are recorded with their change and shown in the timeline of a transaction. They are not',
    'sent, and have no position in the feed.',
    '',
    ...table(internalEventTypes),
    '',
  ].join('\n')
}

if (import.meta.main) process.stdout.write(eventsMarkdown())
