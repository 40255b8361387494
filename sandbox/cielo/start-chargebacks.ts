import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Authority } from '../authority.ts'
import { openHttpsServer, useReplies } from '../kit/https-server.ts'
import { acceptForm } from '../kit/token-route.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import { openMemory } from '../memory-store.ts'
import type { World } from '../world.ts'
import { openChargebackAccess } from './chargeback-access.ts'
import { addChargebackRoutes, type ChargebackApi } from './chargeback-routes.ts'
import { openChargebackKeys } from './store-keys.ts'

/** The chargeback API, on its own port: it requires a client certificate, and sales do not. */
export async function startChargebacks(
  world: World,
  parts: Omit<ChargebackApi, 'world' | 'access' | 'establishmentNumber'> & {
    readonly authority: Authority
    readonly host: string
  },
) {
  const { authority, host, ...api } = parts
  const server = await authority.server('cielo-chargeback')
  const client = await authority.client('cielo-store')
  const keys = openChargebackKeys(world.db)
  const app = openHttpsServer(server, {
    clientAuthority: authority.certificate,
    bodyLimit: 64 * 1024 * 1024,
  })
  acceptEmptyJson(app)
  acceptForm(app)
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
  const failure = (reply: FastifyReply, status: number) =>
    reply.code(status).send({ code: '901', message: 'A requisição não pôde ser concluída.' })
  useReplies(app, {
    notFound: (reply) => reply.code(400).send({ code: '901', message: 'Rota inexistente.' }),
    unreadable: (reply) => failure(reply, 400),
    failed: (reply) => failure(reply, 500),
  })
  addChargebackRoutes(app, {
    world,
    ...api,
    access: openChargebackAccess(world, keys),
    establishmentNumber: keys.establishmentNumber,
  })
  const url = await listen(app, world, host)
  return {
    settings: {
      ...{ url, tokenUrl: `${url}/oauth/token` },
      establishmentNumber: String(keys.establishmentNumber),
      clientId: keys.clientId,
      clientSecret: keys.clientSecret,
      certificate: client.certificate,
      privateKey: client.privateKey,
      ca: authority.certificate,
      askEveryMs: 5_000,
    },
    stop: () => app.close(),
  }
}

/** Listens on the port of the last start, unless another process uses it now. */
async function listen(app: FastifyInstance, world: World, host: string): Promise<string> {
  const memory = openMemory(world.db)
  const url = await app
    .listen({ host, port: memory.recall('port-cielo-chargeback') ?? 0 })
    .catch(() => app.listen({ host, port: 0 }))
  memory.remember('port-cielo-chargeback', Number(new URL(url).port))
  return url.replace('[::1]', 'localhost')
}
