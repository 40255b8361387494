import type { CliCommand } from './command.ts'

/** A command of the first level. Its file is loaded when the command is used. */
export interface ListedCommand {
  readonly name: string
  readonly description: string
  load(): Promise<CliCommand>
}

/** In the order of the help. */
export const listedCommands: readonly ListedCommand[] = [
  {
    name: 'serve',
    description: 'atende até receber SIGTERM',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  {
    name: 'init',
    description: 'prepara uma instalação: as configurações e os segredos',
    load: async () => (await import('./init.ts')).initCommand,
  },
  {
    name: 'migrate',
    description: 'cria ou atualiza as tabelas e lista as migrações que aplicou',
    load: async () => (await import('./migrate.ts')).migrateCommand,
  },
  {
    name: 'accounts',
    description: 'abre, lista, mostra e altera contas',
    load: async () => (await import('./accounts.ts')).accountsCommand,
  },
  {
    name: 'keys',
    description: 'cria, lista, troca e revoga chaves de uma conta',
    load: async () => (await import('./keys.ts')).keysCommand,
  },
  {
    name: 'people',
    description: 'convida, lista e suspende pessoas com login',
    load: async () => (await import('./people.ts')).peopleCommand,
  },
  {
    name: 'login',
    description:
      'entra como uma pessoa: os comandos que mudam algo passam a ir pela API, com o login dela',
    load: async () => (await import('./login.ts')).loginCommand,
  },
  {
    name: 'prove',
    description: 'mostra o segundo fator de novo; o código é lido do terminal',
    load: async () => (await import('./login.ts')).proveCommand,
  },
  {
    name: 'logout',
    description: 'encerra o login desta máquina',
    load: async () => (await import('./login.ts')).logoutCommand,
  },
  {
    name: 'providers',
    description: 'cadastra e confere adquirentes e bancos; as configurações vêm de um arquivo JSON',
    load: async () => (await import('./providers.ts')).providersCommand,
  },
  {
    name: 'clock',
    description: 'mostra ou adianta o relógio do sandbox',
    load: async () => (await import('./clock.ts')).clockCommand,
  },
  {
    name: 'ledger',
    description: 'confere e corrige os livros, e mostra, exporta e verifica o resumo de cada dia',
    load: async () => (await import('./ledger.ts')).ledgerCommand,
  },
  {
    name: 'audit',
    description: 'lê e verifica o registro de auditoria',
    load: async () => (await import('./audit.ts')).auditCommand,
  },
  {
    name: 'reconcile',
    description: 'lê os arquivos diários dos provedores e mostra as diferenças em aberto',
    load: async () => (await import('./reconcile.ts')).reconcileCommand,
  },
  {
    name: 'backup',
    description: 'restaura o backup mais novo em um servidor à parte e confere os livros',
    load: async () => (await import('./backup.ts')).backupCommand,
  },
  {
    name: 'restore',
    description: 'depois de uma restauração, traz de volta o que os provedores sabem',
    load: async () => (await import('./restore.ts')).restoreCommand,
  },
  {
    name: 'data',
    description: 'exporta e apaga os meses das tabelas que crescem, e os dados de um pagador',
    load: async () => (await import('./data.ts')).dataCommand,
  },
  {
    name: 'secrets',
    description:
      'cria e cifra segredos, mostra o que cada chave mestra sela, e aposenta a que não sela mais',
    load: async () => (await import('./secrets.ts')).secretsCommand,
  },
  {
    name: 'device-pay',
    description: 'emite um token de teste da carteira do sandbox, bom ou com defeito',
    load: async () => (await import('./device-pay.ts')).devicePayCommand,
  },
  {
    name: 'listen',
    description: 'leva os eventos da conta até o seu computador, assinados como em produção',
    load: async () => (await import('./listen.ts')).listenCommand,
  },
  {
    name: 'trigger',
    description: 'faz acontecer no sandbox o que causa um evento',
    load: async () => (await import('./trigger.ts')).triggerCommand,
  },
  {
    name: 'events',
    description: 'lê os eventos da conta e os envia de novo',
    load: async () => (await import('./events.ts')).eventsCommand,
  },
  {
    name: 'logs',
    description: 'acompanha as requisições da conta à API',
    load: async () => (await import('./logs.ts')).logsCommand,
  },
  {
    name: 'doctor',
    description: 'confere o que precisa estar certo e diz o que fazer',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    name: 'open',
    description: 'abre o painel, a documentação ou a página de um pagamento',
    load: async () => (await import('./open.ts')).openCommand,
  },
  {
    name: 'completion',
    description: 'escreve o script que completa comandos e opções no shell',
    load: async () => (await import('./completion.ts')).completionCommand,
  },
]
