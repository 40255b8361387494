import { paymentMethods } from '../contract/fields.ts'

/**
 * The layers of ARCHITECTURE.md, from top to bottom: a folder of src/ imports from its own row and
 * from those below.
 */
export const layers: readonly (readonly string[])[] = [
  ['main', 'build-app', 'serve', 'cli'], // The command line builds an app for each command.
  ['http', 'worker', 'backup-check'],
  ['reconciliation', 'provider-webhooks', 'approved-changes', 'restore-sweep'],
  ['refunds', 'cashout', 'overview', 'checkout', 'customers'],
  ['disputes'],
  ['transactions'],
  ['device-pay', 'settlement', 'webhooks', 'cases', 'books-audit', 'app'],
  ['accounts', 'people', 'ledger', 'journal', 'idempotency', 'providers', 'mail'],
  ['approvals'],
  ['audit-log', 'request-log', 'metrics', 'months'],
  ['outbound', 'brazil', 'primitives', 'db', 'config', 'contract', 'tracing'],
]

/**
 * The imports that a file outside src/ may have of ours, by the start of its path. Other folders
 * may import anything.
 */
export const territories: Readonly<Record<string, readonly string[]>> = {
  'src/': ['src/', 'contract/', 'checkout/'],
  'contract/': ['contract/'],
  'sdk/': ['sdk/', 'contract/'],
  'checkout/': ['checkout/', 'contract/', 'src/brazil/', 'src/primitives/'],
  // The preview of the checkout has the text color that the checkout chooses.
  'dashboard/': ['dashboard/', 'contract/', 'src/primitives/contrast.ts'],
  'sandbox/': ['sandbox/', 'src/brazil/', 'src/primitives/'],
}

/**
 * An operation that only few files of src/ may use. `in` are patterns of paths below src/, as in
 * `path.matchesGlob`.
 */
export interface Privilege {
  readonly what: string
  readonly pattern: RegExp
  readonly in: readonly string[]
}

const methodName = `(?:${paymentMethods.join('|')})`

export const privileges: readonly Privilege[] = [
  {
    // A field called `method` or `paymentMethod` may hold a name: that is data. A comparison, a
    // case, an argument or a literal in SQL is a rule, and a rule belongs to the object of the
    // method.
    what: 'has a rule of one payment method',
    pattern: new RegExp(
      `(?<!\\b(?:m|paymentM)ethod: )(['"\`])${methodName}\\1|[!=]==? (?:methods\\.)?${methodName}\\b`,
    ),
    in: ['transactions/methods/*.ts'],
  },
  {
    what: 'talks to the database driver',
    pattern: /from 'pg'|import\('pg'\)/,
    in: ['db/*.ts', 'journal/*.ts', '**/*-store.ts'],
  },
  {
    what: 'uses WebAuthn',
    pattern: /'@simplewebauthn\//,
    in: ['people/passkeys.ts', 'people/check-passkey.ts'],
  },
  {
    what: 'uses OpenTelemetry',
    pattern: /'@opentelemetry\//,
    in: ['tracing/*.ts'],
  },
  { what: 'uses better-auth', pattern: /'better-auth[/']/, in: ['people/auth*.ts'] },
  {
    what: 'contains SQL',
    pattern: /\b(?:sql|tx|db)(?:<[^`;()]*>)?`|\.unsafe\(/,
    in: ['db/*.ts', 'journal/*.ts', '**/*-store.ts'],
  },
  { what: 'reads the environment', pattern: /\bprocess\.env\b/, in: ['config.ts'] },
  {
    what: 'reads the time',
    pattern: /\bDate\.now\(|\bnew Date\(\s*\)|\bTemporal\.Now\b|\bperformance\.now\(/,
    in: ['primitives/clock.ts'],
  },
  {
    what: 'lets the database choose the business time',
    pattern: /\bbusiness_now\(/,
    in: ['db/migrations/*.sql'],
  },
  {
    what: 'rolls dice',
    pattern: /\brandom(?:Bytes|UUID|Int|FillSync)\b|\bMath\.random\b|\bgetRandomValues\b/,
    in: ['primitives/id.ts'],
  },
  {
    what: 'opens connections to the outside',
    pattern:
      /(?<![.\w])fetch\(|from 'undici'|from 'nodemailer'|\bhttps?\.(?:request|get)\(|from 'node:(?:https|tls)'/,
    in: [
      'providers/**/*-client.ts',
      'outbound/guarded-*.ts',
      'cli/sandbox-client.ts',
      'cli/person-client.ts',
      'mail/mailer.ts',
      'config/custody/custody-call.ts',
    ],
  },
]
