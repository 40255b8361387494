import { setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { beginDeviceLogin, pollDeviceLogin } from '../people/device-login.ts'
import { endLogin } from '../people/sign-in.ts'
import { type CliCommand, show, withApp } from './command.ts'
import { forgetLogin, savedLogin, saveLogin } from './saved-login.ts'

export const loginCommand: CliCommand = {
  addTo(program, run) {
    program
      .command('login')
      .description('entra como uma pessoa: o que os comandos mudam fica no nome dela')
      .action(run((config) => withApp(config, (app) => logIn(app, config, app.actor.name))))
    program
      .command('logout')
      .description('encerra o login desta máquina')
      .action(
        run((config) =>
          withApp(config, async (app) => {
            const holder = await savedLogin(app, config)
            if (holder) await endLogin(app, holder.person, holder.login.id)
            forgetLogin(config)
            show({ ended: holder !== undefined })
          }),
        ),
      )
  },
}

/** Waits until the person has decided in the browser. */
async function logIn(app: App, config: Config, user: string): Promise<void> {
  const { deviceCode, userCode, url, ...times } = await beginDeviceLogin(app)
  console.log(`Abra ${url} no navegador e confirme o código ${userCode}`)
  const origin = { address: 'local', userAgent: `guiche (${user})` }
  for (let waited = 0; waited < times.expiresInSeconds; waited += times.intervalSeconds) {
    await wait(times.intervalSeconds * 1_000)
    const answer = await pollDeviceLogin(app, deviceCode, origin)
    if (answer.kind === 'approved') {
      saveLogin(config, answer.token)
      const { name, email } = answer.holder.person
      show({ name, email })
      return
    }
    if (answer.kind === 'denied' || answer.kind === 'over') break
  }
  throw new Error('o login não foi confirmado')
}
