import { join } from 'node:path'
import { sessionLimits, statementsOf } from '../db/session-limits.ts'
import { randomBase62, randomSecret } from '../primitives/id.ts'
import { productionSettings, type Setting, type SettingText } from './settings.ts'

/** What `guiche init production` is given. */
export interface ProductionChoices {
  /** The absolute path of the folder of the files. */
  readonly folder: string
  readonly language: keyof SettingText
  /** Absent: the setting is left empty, to be filled in. */
  readonly baseUrl?: string | undefined
  /** `HOST`, `HOST:PORT`, or the folder of a Unix socket. */
  readonly databaseHost: string
  /** When the operator token of the files ends. */
  readonly tokenUntil: Date
}

/**
 * The files of a production installation with fresh secrets, by their path below the folder. The
 * settings are those of `settings.ts`.
 */
export function productionFiles(choices: ProductionChoices): ReadonlyMap<string, string> {
  const [owner, gateway] = [randomBase62(40), randomBase62(40)]
  const secrets = {
    'database-url': databaseUrl('guiche_app', gateway, choices.databaseHost),
    'owner-database-url': databaseUrl('guiche', owner, choices.databaseHost),
    'create-database.sql': createDatabase(owner, gateway, choices.language),
    'master-keys': `1:${randomSecret(32).toString('base64')}`,
    pepper: randomBase62(48),
    'admin-token': `adm_${randomBase62(40)}`,
  }
  return new Map([
    ['guiche.env', settingsFile(choices)],
    ['secrets.env', secretsFile(choices)],
    ...Object.entries(secrets).map(([name, text]) => [`secrets/${name}`, `${text}\n`] as const),
  ])
}

/** The file in `secrets/` that each required secret is read from. */
export const secretFiles: Readonly<Record<string, string>> = {
  DATABASE_URL: 'database-url',
  GUICHE_MASTER_KEYS: 'master-keys',
  GUICHE_PEPPER: 'pepper',
  GUICHE_ADMIN_TOKEN: 'admin-token',
}

/** This machine and a socket need no TLS. */
function databaseUrl(role: string, password: string, host: string): string {
  const login = `postgres://${role}:${password}`
  if (host.startsWith('/')) return `${login}@localhost/guiche?host=${encodeURIComponent(host)}`
  const isHere = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(host)
  return `${login}@${host}/guiche${isHere ? '' : '?sslmode=verify-full'}`
}

const createDatabase = (owner: string, gateway: string, language: keyof SettingText): string =>
  [
    `-- ${texts.database[language]}`,
    // "migrate --plan" makes an empty database.
    `create role guiche login createdb password '${owner}';`,
    `create role guiche_app login password '${gateway}';`,
    // A pooler passes no limits of a session.
    ...statementsOf('guiche_app', sessionLimits),
    'create database guiche owner guiche;',
    // The DETAIL of an error prints rows.
    `alter database guiche set log_error_verbosity = 'terse';`,
    'alter database guiche set log_parameter_max_length_on_error = 0;',
  ].join('\n')

function settingsFile({ language, baseUrl, tokenUntil }: ProductionChoices): string {
  const values: Readonly<Record<string, string | undefined>> = {
    GUICHE_MODE: 'production',
    GUICHE_BASE_URL: baseUrl ?? '',
    GUICHE_ADMIN_TOKEN_UNTIL: tokenUntil.toISOString(),
  }
  const sections = productionSettings.flatMap(({ title, intro, settings }) => [
    `# ---- ${title[language]} ----${intro ? `\n${comment(intro[language]).join('\n')}` : ''}`,
    ...settings.map((setting) =>
      [...describe(setting, language), ...lineOf(setting, values, language)].join('\n'),
    ),
  ])
  return `${[comment(texts.settings[language]).join('\n'), ...sections].join('\n\n')}\n`
}

function describe(setting: Setting, language: keyof SettingText): string[] {
  const notes = texts.notes[language]
  const fallback = setting.default ?? setting.otherwise?.[language]
  const more = [
    ...(setting.isRequired ? [notes.required] : []),
    ...(fallback !== undefined && !setting.isRequired ? [`${notes.default} ${fallback}.`] : []),
    ...(setting.hasFile && !setting.isRequired ? [`${notes.file} ${setting.name}_FILE.`] : []),
  ]
  const text = setting.text[language]
  return comment([`${text.charAt(0).toUpperCase()}${text.slice(1)}.`, ...more].join(' '))
}

function lineOf(
  { name, isRequired, hasFile, ...setting }: Setting,
  values: Readonly<Record<string, string | undefined>>,
  language: keyof SettingText,
): string[] {
  if (isRequired && hasFile) return comment(`${texts.notes[language].secret} ${name}_FILE.`)
  const value = values[name]
  if (value !== undefined) return [`${name}=${quoted(value)}`]
  return [`#${name}=${quoted(setting.default ?? setting.example ?? '')}`]
}

function secretsFile({ folder, language }: ProductionChoices): string {
  const lines = Object.entries(secretFiles).map(
    ([name, file]) => `${name}_FILE=${quoted(join(folder, 'secrets', file))}`,
  )
  return `${[...comment(texts.secrets[language]), '', ...lines].join('\n')}\n`
}

/** A shell, systemd, Compose and Node read the same value. */
export const quoted = (value: string): string =>
  /^[\w@%+=:,./-]*$/.test(value) ? value : `'${value}'`

/** Lines of a comment without Markdown. */
function comment(markdown: string): string[] {
  const words = markdown
    .replace(/ \(\[[^\]]*\]\([^)]*\)\)/g, '') // A link in brackets.
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .split(' ')
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < 98)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}

const texts = {
  settings: {
    pt: 'As configurações do Guichê em produção: NOME=valor, para systemd, Compose, Kubernetes, node --env-file ou um shell. Uma linha com # na frente mostra o padrão ou um exemplo. Os segredos estão em secrets.env e em secrets/.',
    en: 'The settings of Guichê in production: NAME=value, for systemd, Compose, Kubernetes, node --env-file or a shell. A line that begins with # shows the default or an example. The secrets are in secrets.env and in secrets/.',
  },
  secrets: {
    pt: 'Onde o gateway lê os segredos. systemd, Compose e Kubernetes os entregam em outro lugar e não leem este arquivo.',
    en: 'Where the gateway reads its secrets. systemd, Compose and Kubernetes pass them at another place and do not read this file.',
  },
  database: {
    pt: 'Uma vez, como superusuário: psql postgres < create-database.sql',
    en: 'Once, as a superuser: psql postgres < create-database.sql',
  },
  notes: {
    pt: {
      required: 'Obrigatória.',
      default: 'Padrão:',
      file: 'Ou num arquivo, em',
      secret: 'Em secrets.env, como',
    },
    en: {
      required: 'Required.',
      default: 'Default:',
      file: 'Or in a file, by',
      secret: 'In secrets.env, as',
    },
  },
} as const
