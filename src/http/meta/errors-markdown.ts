import { rejectionCodes } from '../../primitives/rejection.ts'
import { responses } from '../rejection-responses.ts'
import { advice, sample } from './error-texts.ts'

/** `docs/errors.md`: every code, its sentence, and what to do. */
export function errorsMarkdown(): string {
  const statuses = [...new Set(rejectionCodes.map((code) => responses[code].status))].sort(
    (a, b) => a - b,
  )
  return [
    '# Error codes',
    '',
    'Made from `src/http/rejection-responses.ts` by',
    '`npx node src/http/meta/errors-markdown.ts > docs/errors.md`; a test compares them. Programs read',
    '`error.code`, which never changes; people read `message`. `{…}` stands for a value of the case.',
    ...statuses.flatMap((status) => [
      '',
      `## ${status}`,
      '',
      advice(status, 'pt'),
      '',
      '| code | message | in English |',
      '|---|---|---|',
      ...rejectionCodes
        .filter((code) => responses[code].status === status)
        .map(
          (code) =>
            `| \`${code}\` | ${sample(responses[code], 'pt')} | ${sample(responses[code], 'en')} |`,
        ),
    ]),
    '',
  ].join('\n')
}

if (import.meta.main) process.stdout.write(errorsMarkdown())
