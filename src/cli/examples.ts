import type { Command } from 'commander'

/** What each command is called like. A test parses every line. */
export const examples: Readonly<Record<string, readonly string[]>> = {
  serve: ['guiche serve', 'guiche serve --role worker', 'guiche serve --role api,worker,sandbox'],
  'init production': [
    'guiche init production --base-url https://pagamentos.exemplo.com.br',
    'guiche init production /etc/guiche --database-host /var/run/postgresql',
  ],
  migrate: [
    'guiche migrate',
    'guiche migrate --status',
    'guiche migrate --plan',
    'guiche migrate --citus',
  ],
  'accounts create': ['guiche accounts create --name "Loja" --document 11222333000181'],
  'accounts list': ['guiche accounts list --json'],
  'accounts show': ['guiche accounts show 01a2b3c4-0000-7000-8000-000000000000'],
  'accounts set': [
    `guiche accounts set 01a2b3c4-0000-7000-8000-000000000000 '{"status": "suspended"}'`,
  ],
  'keys create': [
    'guiche keys create 01a2b3c4-0000-7000-8000-000000000000 --kind secret --name servidor',
  ],
  'keys list': ['guiche keys list 01a2b3c4-0000-7000-8000-000000000000'],
  'keys rotate': [
    'guiche keys rotate 01a2b3c4-0000-7000-8000-000000000000 01a2b3c4-0000-7000-8000-000000000001',
  ],
  'keys revoke': [
    'guiche keys revoke 01a2b3c4-0000-7000-8000-000000000000 01a2b3c4-0000-7000-8000-000000000001',
  ],
  'people invite': [
    'guiche people invite ana@exemplo.com.br --role admin',
    'guiche people invite rui@loja.com.br --role owner --account 01a2b3c4-0000-7000-8000-000000000000',
  ],
  'people list': ['guiche people list'],
  'people suspend': ['guiche people suspend ana@exemplo.com.br'],
  'people reactivate': ['guiche people reactivate ana@exemplo.com.br'],
  login: ['guiche login', 'guiche login --base-url https://pagamentos.exemplo.com.br'],
  prove: ['guiche prove'],
  logout: ['guiche logout'],
  'providers add': ['guiche providers add cielo "Cielo da loja" cielo.json'],
  'providers list': ['guiche providers list'],
  'providers set': ['guiche providers set 01a2b3c4-0000-7000-8000-000000000000 cielo.json'],
  'providers renew-callback': [
    'guiche providers renew-callback 01a2b3c4-0000-7000-8000-000000000000',
  ],
  'providers check': [
    'guiche providers check "Cielo da loja"',
    'guiche providers check "Boletos por arquivo" --prepare-folder',
  ],
  'providers record': ['guiche providers record "Cielo de teste" cielo.json --create dados.json'],
  'providers kinds': ['guiche providers kinds'],
  clock: ['guiche clock'],
  'clock advance': ['guiche clock advance 30d', 'guiche clock advance PT36H'],
  'ledger check': ['guiche ledger check'],
  'ledger digest': [
    'guiche ledger digest',
    'guiche ledger digest --date 2026-11-21 --export 2026-11-21.txt',
  ],
  'ledger verify': ['guiche ledger verify 2026-11-20.txt 2026-11-21.txt'],
  'ledger correct': [
    'guiche ledger correct --account 01a2b3c4-0000-7000-8000-000000000000 --debit fees \\\n      --credit available --amount 500 --reason "Chamado 71" --by "Maria Souza" --key chamado-71',
  ],
  'data status': ['guiche data status'],
  'data export': [
    'guiche data export /var/lib/guiche/export',
    'guiche data export /var/lib/guiche/export events_2026_01',
  ],
  'data drop': ['guiche data drop /var/lib/guiche/export events_2026_01'],
  'data customer export': [
    'guiche data customer export 01a2b3c4-0000-7000-8000-000000000000 529.982.247-25',
  ],
  'data customer pseudonymise': [
    'guiche data customer pseudonymise 01a2b3c4-0000-7000-8000-000000000000 529.982.247-25',
  ],
  'ledger stop': ['guiche ledger stop'],
  'ledger resume-cashouts': [
    'guiche ledger resume-cashouts --by "Maria Souza" --note "Chamado 71" --seen DIGEST',
  ],
  'audit verify': ['guiche audit verify', `guiche audit verify --digest ${'01a2b3c4'.repeat(8)}`],
  'audit list': [
    'guiche audit list --limit 20',
    'guiche audit list --account 01a2b3c4-0000-7000-8000-000000000000',
  ],
  reconcile: ['guiche reconcile'],
  'backup check': [
    'guiche backup check --stanza guiche',
    "guiche backup check --restore-command 'tar -xf /backup/base.tar -C {dir}' --json",
  ],
  'restore status': ['guiche restore status'],
  'restore sweep': ['guiche restore sweep --since 2026-11-24T12:00:00Z --by "Maria Souza"'],
  'restore accept': ['guiche restore accept --by "Maria Souza"'],
  'secrets status': ['guiche secrets status'],
  'secrets create': ['guiche secrets create GUICHE_MASTER_KEYS'],
  'secrets wrap': ['guiche secrets wrap DATABASE_URL < url.txt'],
  'secrets retire': ['guiche secrets retire 1'],
  'secrets retire-pepper': ['guiche secrets retire-pepper 1'],
  'device-pay token': ['guiche device-pay token --amount 1990'],
  listen: [
    'guiche listen --forward-to http://localhost:4000/avisos',
    'guiche listen --forward-to http://localhost:4000/avisos --types "transaction.*" --after oldest',
  ],
  trigger: ['guiche trigger transaction.paid'],
  'events list': ['guiche events list --types "cashout.*"'],
  'events resend': [
    'guiche events resend 01a2b3c4-0000-7000-8000-000000000000',
    'guiche events resend --failed-since 2026-11-21',
  ],
  'logs tail': [
    'guiche logs tail',
    'guiche logs tail --errors --after oldest',
    'guiche logs tail --method POST --path /api/user/transactions --json',
    'guiche logs tail --account 01a2b3c4-0000-7000-8000-000000000000 --after last',
  ],
  doctor: ['guiche doctor', 'guiche doctor --json'],
  open: ['guiche open', 'guiche open docs', 'guiche open 01a2b3c4-0000-7000-8000-000000000000'],
  completion: [
    'source <(guiche completion bash)',
    'guiche completion fish > ~/.config/fish/completions/guiche.fish',
  ],
}

/** Adds the examples to the help of a command and of every command below it. */
export function addExamples(command: Command, path = command.name()): void {
  const lines = examples[path] ?? []
  if (lines.length > 0)
    command.addHelpText('after', `\nexemplos:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  for (const below of command.commands) addExamples(below, `${path} ${below.name()}`)
}
