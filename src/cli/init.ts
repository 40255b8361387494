import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { localDate, startOfLocalDay } from '../brazil/local-time.ts'
import { productionFiles, quoted, secretFiles } from '../config/production-files.ts'
import { readConfig, terminalLanguage } from '../config.ts'
import { realNow, systemClock } from '../primitives/clock.ts'
import { ConfigError } from '../primitives/config-error.ts'
import { textOf } from './arguments.ts'
import { type CliCommand, UsageError } from './command.ts'
import { good, present } from './output.ts'

interface InitOptions {
  readonly baseUrl?: string
  readonly databaseHost?: string
}

export const initCommand: CliCommand = {
  addTo(command, run) {
    command
      .command('production')
      .description('escreve as configurações e segredos novos, e não altera nenhum arquivo')
      .argument('[PASTA]', 'a pasta dos arquivos; sem isto, guiche-production', textOf('a pasta'))
      .option('--base-url <URL>', 'o endereço https do gateway', textOf('--base-url'))
      .option(
        '--database-host <HOST>',
        'o PostgreSQL: HOST, HOST:PORTA ou a pasta do soquete Unix; sem isto, localhost',
        textOf('--database-host'),
      )
      .action(
        run.plain(async (folder: string | undefined, options: InitOptions) =>
          initProduction(resolve(folder ?? 'guiche-production'), options),
        ),
      )
  },
}

function initProduction(
  folder: string,
  { baseUrl, databaseHost = 'localhost' }: InitOptions,
): number {
  if (/['\n]/.test(folder)) throw new UsageError(`a pasta tem um apóstrofo no nome: ${folder}`)
  const language = terminalLanguage()
  const tokenUntil = startOfLocalDay(localDate(realNow(systemClock())).add({ years: 1 }))
  const files = productionFiles({ folder, language, baseUrl, databaseHost, tokenUntil })
  rejectMistakes(files, baseUrl)
  const paths = new Map([...files].map(([name, text]) => [join(folder, name), text]))
  writeAll(folder, paths)
  present({ folder, files: [...paths.keys()] }, () => {
    for (const path of paths.keys()) console.log(good(path))
    console.log(['', ...nextSteps[language](folder, baseUrl === undefined)].join('\n'))
  })
  return 0
}

/** The gateway itself reads the settings before they are written. @throws ConfigError */
function rejectMistakes(files: ReadonlyMap<string, string>, baseUrl = 'https://a.example'): void {
  const secrets = Object.entries(secretFiles).map(([name, file]) => [
    name,
    files.get(`secrets/${file}`)?.trim(),
  ])
  const given = { GUICHE_MODE: 'production', GUICHE_BASE_URL: baseUrl }
  readConfig({ ...given, ...Object.fromEntries(secrets) })
}

/** Writes all of them or none. @throws ConfigError when one exists */
function writeAll(folder: string, files: ReadonlyMap<string, string>): void {
  mkdirSync(join(folder, 'secrets'), { recursive: true, mode: 0o700 })
  const written: string[] = []
  for (const [path, text] of files) {
    try {
      writeFileSync(path, text, { mode: 0o600, flag: 'wx' })
      written.push(path)
    } catch (cause) {
      for (const each of written) rmSync(each)
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
      throw new ConfigError('file-exists', { path }, { cause })
    }
  }
}

/** What to do with the files, as lines. */
const nextSteps = {
  pt: (folder: string, needsAddress: boolean) => [
    'A seguir:',
    ...(needsAddress ? [`- preencha GUICHE_BASE_URL em ${folder}/guiche.env`] : []),
    '- crie o banco e seus papéis, ou ponha os endereços dos seus em secrets/*database-url:',
    `    psql postgres < ${quoted(join(folder, 'secrets/create-database.sql'))}`,
    '- leia as configurações, crie as tabelas, inicie e confira:',
    ...commands(folder),
    'Guarde uma cópia de secrets/ fora desta máquina: sem ela o banco de dados não pode ser aberto.',
  ],
  en: (folder: string, needsAddress: boolean) => [
    'Next:',
    ...(needsAddress ? [`- fill in GUICHE_BASE_URL in ${folder}/guiche.env`] : []),
    '- create the database and its roles, or put the URLs of yours into secrets/*database-url:',
    `    psql postgres < ${quoted(join(folder, 'secrets/create-database.sql'))}`,
    '- read the settings, create the tables, start and check:',
    ...commands(folder),
    'Keep a copy of secrets/ off this machine: without it the database cannot be opened.',
  ],
}

const commands = (folder: string): string[] => [
  `    set -a; . ${quoted(join(folder, 'guiche.env'))}; . ${quoted(join(folder, 'secrets.env'))}; set +a`,
  `    DATABASE_URL_FILE=${quoted(join(folder, 'secrets/owner-database-url'))} npx guiche migrate`,
  '    npx guiche serve',
  '    npx guiche doctor',
]
