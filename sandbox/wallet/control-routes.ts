import type { FastifyInstance } from 'fastify'
import { refuse } from '../control-route.ts'
import { fieldsOf } from '../kit/fields.ts'
import type { SessionCheck, Sessions } from './sessions.ts'
import type { WalletStore } from './wallet-store.ts'

/**
 * `PUT` and `GET /hosts`: the address of a merchant's site for the wallet. `POST
 * /device-pay/sessions/verify`: the check of a session by a device.
 */
export function addWalletControl(
  app: FastifyInstance,
  parts: { store: WalletStore; sessions: Sessions },
): void {
  const { store, sessions } = parts
  app.put('/hosts', (request, reply) => {
    const hosts = fieldsOf(request.body)
    if (!areHosts(hosts)) {
      const message =
        'Informe, por nome de host em minúsculas, endereço e porta ("127.0.0.1:8443") ou null ' +
        'para remover.'
      return refuse(reply, 400, 'invalid-request', message)
    }
    store.setHosts(hosts)
    return reply.send(store.hosts())
  })
  app.get('/hosts', (_request, reply) => reply.send(store.hosts()))

  app.post('/device-pay/sessions/verify', (request, reply) => {
    const { session, domain } = fieldsOf(request.body)
    const json = typeof session === 'string' ? session : JSON.stringify(session)
    if (json === undefined || typeof domain !== 'string') {
      return refuse(
        reply,
        400,
        'invalid-request',
        'Informe session (o objeto recebido, inteiro) e domain.',
      )
    }
    const check = sessions.verify(json, domain)
    return check.ok
      ? reply.send({ displayName: check.displayName })
      : refuse(reply, 422, `session-${check.reason}`, sentences[check.reason])
  })
}

const sentences = {
  malformed: 'A sessão não é o objeto que a carteira entregou.',
  signature: 'A sessão foi alterada: entregue ao dispositivo o objeto inteiro, sem mudanças.',
  hostname: 'A sessão é de outro domínio.',
  expired: 'A sessão expirou: vale 5 minutos.',
  used: 'A sessão já foi usada: cada pagamento pede uma nova.',
} satisfies Record<Extract<SessionCheck, { ok: false }>['reason'], string>

type Hosts = Readonly<Record<string, string | null>>

const areHosts = (hosts: Readonly<Record<string, unknown>>): hosts is Hosts =>
  Object.entries(hosts).every(
    ([hostname, address]) =>
      /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/.test(hostname) &&
      (address === null ||
        (typeof address === 'string' &&
          /^(127\.0\.0\.1|localhost|\[::1\]):[0-9]{1,5}$/.test(address))),
  )
