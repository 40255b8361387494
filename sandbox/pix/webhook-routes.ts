import type { FastifyInstance } from 'fastify'
import { normalizePixKey } from '../../src/brazil/pix-key.ts'
import type { ApiResponse } from '../kit/bank-call.ts'
import { efiError } from './efi-errors.ts'
import { type Call, handle } from './handle.ts'
import { readListQuery, renderParameters } from './list-query.ts'
import { problem } from './problem.ts'
import type { Psp } from './psp.ts'
import { requestedWebhook } from './schemas.ts'
import { bodyChecker } from './validate.ts'

/** `/webhook` and `/webhook/{chave}`. */
export function addWebhookRoutes(app: FastifyInstance, psp: Psp): void {
  const { bank } = psp
  app.put(bank.at('/webhook/:chave'), handle(psp, 'webhook.put', 'webhook.write', putWebhook))
  app.get(bank.at('/webhook/:chave'), handle(psp, 'webhook.get', 'webhook.read', getWebhook))
  app.delete(
    bank.at('/webhook/:chave'),
    handle(psp, 'webhook.delete', 'webhook.write', deleteWebhook),
  )
  app.get(bank.at('/webhook'), handle(psp, 'webhook.list', 'webhook.read', listWebhooks))
}

const checkWebhook = bodyChecker(requestedWebhook, 'webhook')

function putWebhook(psp: Psp, { path: { chave = '' }, headers, body }: Call): ApiResponse {
  const checked = checkWebhook(body)
  if (!checked.ok) return problem('WebhookOperacaoInvalida', checked.violations)
  if (!normalizePixKey(chave).ok)
    return refused('chave', 'O parâmetro chave não corresponde a uma chave DICT válida.')
  if (chave !== psp.identity.key) {
    return refused(
      'chave',
      'O parâmetro chave não corresponde a uma chave DICT pertencente a este usuário recebedor.',
    )
  }
  const { webhookUrl } = checked.value
  const url = URL.parse(webhookUrl)
  // A real bank accepts https only. A gateway on the same machine may have no certificate.
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.hash !== '') {
    return refused('webhook.webhookUrl', 'O campo webhook.webhookUrl não respeita o schema.')
  }
  // Efí tries the address without its certificate, unless the receiver says that it checks none.
  if (psp.bank.isEfi && headers['x-skip-mtls-checking'] !== 'true')
    return efiError(
      400,
      'webhook_invalido',
      'A autenticação de TLS mútuo não está configurada na URL informada',
    )
  psp.webhooks.set(chave, webhookUrl, psp.world.now())
  return { status: 200, body: {}, outcome: 'registered' }
}

function getWebhook(psp: Psp, { path: { chave = '' } }: Call): ApiResponse {
  const webhook = psp.webhooks.find(chave)
  if (!webhook) return problem('WebhookNaoEncontrado')
  return { status: 200, body: render({ key: chave, ...webhook }), outcome: 'found' }
}

function deleteWebhook(psp: Psp, { path: { chave = '' } }: Call): ApiResponse {
  if (!psp.webhooks.remove(chave)) return problem('WebhookNaoEncontrado')
  return { status: 204, body: null, outcome: 'removed' }
}

function listWebhooks(psp: Psp, { query }: Call): ApiResponse {
  const reading = readListQuery(query, false)
  if (!reading.ok) return problem('WebhookConsultaInvalida', reading.violations)
  const { from, to, page, pageSize } = reading.query
  const all = psp.webhooks.list(from, to)
  const webhooks = all.slice(page * pageSize, (page + 1) * pageSize).map(render)
  const body = { parametros: renderParameters(reading.query, all.length), webhooks }
  return { status: 200, body, outcome: `found:${all.length}` }
}

/** `WebhookCompleto`, with the key that its own example shows. The schema requires a CNPJ there. */
const render = ({ key, url, createdAt }: { key: string; url: string; createdAt: Date }) => ({
  webhookUrl: url,
  chave: key,
  criacao: createdAt.toISOString(),
})

const refused = (propriedade: string, razao: string): ApiResponse =>
  problem('WebhookOperacaoInvalida', [{ razao, propriedade }])
