import { openDatabase } from '../db/open-database.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary: 'cria ou atualiza as tabelas, e lista as migrações que aplicou',
  usage: '',
  async run(_args, config) {
    const { migrated, close } = await openDatabase(config)
    await close()
    for (const name of migrated) console.log(`✔ ${name}`)
    const count = migrated.length === 1 ? '1 migração aplicada' : `${migrated.length} migrações aplicadas`
    console.log(migrated.length === 0 ? 'Nenhuma migração a aplicar.' : `${count}.`)
    console.log('As tabelas estão em dia.')
    return 0
  },
}
