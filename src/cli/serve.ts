import { parseArgs } from 'node:util'
import { type Role, roles, serve } from '../serve.ts'
import { type Command, UsageError } from './command.ts'

export const serveCommand: Command = {
  summary: 'atende até receber SIGTERM',
  usage: `[--role ${roles.join(',')}]`,
  async run(args, config) {
    const { values } = parseArgs({ args: [...args], options: { role: { type: 'string', default: 'api,worker' } } })
    const gateway = await serve(config, rolesFrom(values.role))
    gateway.app.log.info({ baseUrl: gateway.baseUrl, roles: values.role }, 'ready')
    process.send?.({ ready: { url: gateway.baseUrl } })
    await new Promise<void>((stop) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop())
      process.once('disconnect', () => stop())
    })
    await gateway.stop()
    return 0
  },
}

function rolesFrom(text: string): Role[] {
  return text.split(',').map((name) => {
    const role = roles.find((each) => each === name.trim())
    if (!role) throw new UsageError(`não há papel "${name}"`)
    return role
  })
}
