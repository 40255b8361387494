import type { FastifyReply } from 'fastify'
import { newReturnId } from '../../src/brazil/pix-ids.ts'
import { randomBase62 } from '../../src/primitives/id.ts'
import { notice, openAgenda } from '../agenda/agenda.ts'
import { type Due, openDueStore } from '../agenda/due-store.ts'
import { openPoster } from '../agenda/poster.ts'
import { openAuthority } from '../authority.ts'
import { rowFaults } from '../faults.ts'
import { openHttpsServer, portOf, useReplies } from '../kit/https-server.ts'
import { acceptEmptyJson } from '../lenient-json.ts'
import { openFileDays } from '../settlement/files.ts'
import type { Simulator, World } from '../world.ts'
import { openAccess } from './access.ts'
import { openAccountStore } from './account-store.ts'
import type { Bank, EfiWork } from './bank.ts'
import { addControl } from './control-routes.ts'
import { openPayoutStore, type SentPayout } from './payout-store.ts'
import { renderNotice } from './render.ts'
import { openReportStore } from './report-store.ts'
import { addRoutes, operations } from './routes.ts'
import { openSettlementBook } from './settlement-book.ts'

export interface EfiOptions {
  readonly host: string
  /** 0: any. */
  readonly port: number
}

/** The bank that sends PIX: Efí's contract over mutual TLS (docs/design/providers/efi.md). */
export async function startEfi(world: World, { host, port }: EfiOptions): Promise<Simulator> {
  const authority = await openAuthority(world.home)
  const client = await authority.client('efi-customer')
  const poster = openPoster(authority.certificate)
  const account = openAccountStore(world.db)
  const payouts = openPayoutStore(world.db)
  const agenda = openAgenda<EfiWork>(world, {
    provider: 'efi',
    dues: openDueStore<EfiWork>(world.db, 'efi'),
    act: (idEnvio, work) => act({ world, account, payouts }, idEnvio, work),
    async send(idEnvio) {
      const [url, payout] = [account.webhook()?.url, payouts.find(idEnvio)]
      if (url === undefined || !payout) return undefined
      // Read at the time of sending: a late notice shows the newest state.
      return poster.post(
        `${url.replace(/\/$/, '')}/pix`,
        {},
        renderNotice(payout, payouts.returnsOf(idEnvio)),
      )
    },
    referenceOf: (idEnvio) => idEnvio,
    retries: 10,
    betweenTriesMs: 5 * 60_000,
  })
  const bank: Bank = { world, account, payouts, agenda }

  const api = openHttpsServer(await authority.server('efi'), {
    clientAuthority: authority.certificate,
    maxParamLength: 200,
  })
  acceptEmptyJson(api)
  const failure = (reply: FastifyReply, status: number, nome: string, mensagem: string) =>
    reply.code(status).send({ nome, mensagem })
  useReplies(api, {
    notFound: (reply) => failure(reply, 404, 'nao_encontrado', 'Rota inexistente.'),
    unreadable: (reply) => failure(reply, 400, 'json_invalido', 'O corpo não é um JSON válido.'),
    failed: (reply) => failure(reply, 500, 'erro_interno', 'Erro interno.'),
  })
  const access = openAccess(world, account)
  const days = openFileDays(world, { provider: 'efi', book: openSettlementBook(world.db) })
  addRoutes(api, bank, { access, reports: { world, store: openReportStore(world.db), days } })
  await api.listen({ host, port })
  const url = `https://${host}:${portOf(api)}`

  return {
    name: 'efi',
    url,
    operations,
    settlementFaults: [...rowFaults, 'late-file', 'truncated-file'],
    credentials: {
      baseUrl: url,
      clientId: account.clientId,
      clientSecret: account.clientSecret,
      certificate: client.certificate,
      privateKey: client.privateKey,
      ca: authority.certificate,
      chave: account.key,
      statement: true,
      qrCodes: true,
    },
    runDue: () => agenda.runDue(),
    addRoutes: (control) => addControl(control, bank),
    async stop() {
      await api.close()
      await poster.stop()
    },
  }
}

/** The receiver of a code gets the money, unless its charge is over by now. */
const arrives = (world: World, { code, amount, endToEndId }: SentPayout): boolean =>
  code === null || world.codes.pay(code, { amount, endToEndId })?.paid === true

/** Does the due work on a payment. Each change is notified. */
function act(
  { world, account, payouts }: Omit<Bank, 'agenda'>,
  idEnvio: string,
  work: EfiWork,
): readonly Due<EfiWork>[] {
  const now = world.now()
  const payout = payouts.find(idEnvio)
  if (!payout) return []
  if (work.kind === 'decide') {
    if (payout.decidedAt) return []
    const end = work.end === 'REALIZADO' && !arrives(world, payout) ? 'NAO_REALIZADO' : work.end
    if (!payouts.decide(idEnvio, end, now)) return []
    if (end === 'NAO_REALIZADO') account.move(payout.amount)
    return [notice(idEnvio, end, now.getTime())]
  }
  const returned = payouts.returnsOf(idEnvio).reduce((sum, { amount }) => sum + amount, 0)
  if (payout.status !== 'REALIZADO' || returned + work.amount > payout.amount) return []
  const rtrId = newReturnId({ ispb: '99999016', at: now, random: randomBase62(11) })
  payouts.addReturn({ rtrId, idEnvio, amount: work.amount, at: now })
  account.move(work.amount)
  return [notice(idEnvio, 'DEVOLVIDO', now.getTime())]
}
