import { openDatabase } from '../db/open-database.ts'
import type { Command } from './command.ts'

export const migrateCommand: Command = {
  summary: 'cria ou atualiza as tabelas',
  usage: '',
  async run(_args, config) {
    const database = await openDatabase(config)
    await database.close()
    console.log('As tabelas estão em dia.')
    return 0
  },
}
