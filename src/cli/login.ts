import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Static } from 'typebox'
import type {
  DeviceLoginWire,
  DevicePollWire,
  LoginWire,
  SecondFactorsWire,
} from '../../contract/people.ts'
import type { Config } from '../config.ts'
import { askLine } from './ask-line.ts'
import type { CliCommand } from './command.ts'
import { CommandFailure } from './command-failure.ts'
import { gatewayUrl } from './gateway-url.ts'
import { present, show } from './output.ts'
import { clientOf, GatewayRefusal, openPersonClient, type PersonClient } from './person-client.ts'
import { forgetLogin, saveLogin } from './saved-login.ts'

export const loginCommand: CliCommand = {
  addTo(command, run) {
    command
      .option(
        '--base-url <URL>',
        'o gateway; sem isto, o de npm start ou o das configurações',
        gatewayUrl,
      )
      .action(
        run(async (config, { baseUrl }: { readonly baseUrl?: string }) => {
          await logIn(config, baseUrl ?? addressOf(config))
          return 0
        }),
      )
  },
}

export const proveCommand: CliCommand = {
  addTo(command, run) {
    command.action(
      run(async (config) => {
        show(await prove(mustHaveLogin(config)))
        return 0
      }),
    )
  },
}

export const logoutCommand: CliCommand = {
  addTo(command, run) {
    command.action(
      run(async (config) => {
        show({ ended: await logOut(config) })
        return 0
      }),
    )
  },
}

/** Waits until the person has decided in the browser. */
async function logIn(config: Config, url: string): Promise<void> {
  const client = clientOf({ url })
  const begun = (await client.call('POST', '/api/auth/device')) as Static<typeof DeviceLoginWire>
  const { deviceCode, userCode, expiresInSeconds, intervalSeconds } = begun
  present({ url: begun.url, userCode }, () =>
    console.log(`Abra ${begun.url} no navegador e confirme o código ${userCode}`),
  )
  for (let waited = 0; waited < expiresInSeconds; waited += intervalSeconds) {
    await wait(intervalSeconds * 1_000)
    const answer = await pollLogin(client, deviceCode)
    if (answer?.state === 'approved' && answer.token !== null) {
      const login = { url, token: answer.token }
      saveLogin(config, login)
      const { name, email } = (await whoIs(clientOf(login))).person
      show({ name, email })
      return
    }
    if (answer?.state === 'denied') throw new CommandFailure('login-denied', 'o login foi recusado')
    if (answer?.state === 'over') break
  }
  throw new CommandFailure('login-expired', 'o login não foi confirmado a tempo')
}

/** Undefined: the gateway cannot answer now. */
async function pollLogin(client: PersonClient, deviceCode: string) {
  try {
    const answer = await client.call('POST', '/api/auth/device/poll', { body: { deviceCode } })
    return answer as Static<typeof DevicePollWire>
  } catch (cause) {
    if (cause instanceof GatewayRefusal && cause.isTemporary) return undefined
    throw cause
  }
}

/** Ends the login at the gateway if it can, and here in any case. */
async function logOut(config: Config): Promise<boolean> {
  try {
    const client = openPersonClient(config)
    await client?.call('POST', '/api/auth/sign-out')
    return client !== undefined
  } catch (cause) {
    const isOver = cause instanceof GatewayRefusal && cause.code === 'login-required'
    const isDamaged = cause instanceof CommandFailure && cause.code === 'login-damaged'
    if (!isOver && !isDamaged) throw cause
    return false
  } finally {
    forgetLogin(config)
  }
}

/** The app's code, a recovery code, or the password of a person without a second factor. */
async function prove(client: PersonClient): Promise<unknown> {
  const factors = (await client.call('GET', '/api/auth/second-factor')) as SecondFactorsWire
  const { hasTotp, hasPasskey } = factors
  if (!hasTotp && hasPasskey)
    throw new CommandFailure(
      'proof-needs-code',
      'uma chave de acesso não serve no terminal: cadastre no navegador um aplicativo de códigos',
    )
  return client.call('POST', '/api/auth/proof', {
    body: hasTotp
      ? proofFrom((await askLine('Código: ')).trim())
      : { password: await askLine('Senha: ', { isHidden: true }) },
  })
}

const proofFrom = (shown: string) =>
  /^[\d\s]+$/.test(shown) ? { code: shown } : { recoveryCode: shown }

const whoIs = async (client: PersonClient): Promise<LoginWire> =>
  (await client.call('GET', '/api/auth/login')) as LoginWire

function mustHaveLogin(config: Config): PersonClient {
  const client = openPersonClient(config)
  if (!client) throw new CommandFailure('no-login', 'não há login nesta máquina: guiche login')
  return client
}

/** The gateway of `npm start` in this home, or the one of the settings. */
function addressOf(config: Config): string {
  try {
    const { baseUrl } = JSON.parse(readFileSync(join(config.home, 'dev.json'), 'utf8'))
    if (typeof baseUrl === 'string') return baseUrl
  } catch {}
  return config.baseUrl ?? `http://${config.host}:${config.port}`
}
