import {
  DomainDiagnosis,
  DomainWire,
  ListDomainsQuery,
  RegisterDomainRequest,
} from '../../../../contract/device-pay.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import type { Account } from '../../../accounts/account.ts'
import type { App } from '../../../app.ts'
import { diagnoseDomain } from '../../../device-pay/diagnose-domain.ts'
import type { Domain } from '../../../device-pay/domain.ts'
import { domainById, domainPage } from '../../../device-pay/domain-store.ts'
import { renderDomain } from '../../../device-pay/domain-wire.ts'
import { registerDomain } from '../../../device-pay/register-domain.ts'
import { removeDomain } from '../../../device-pay/remove-domain.ts'
import { validateDomain } from '../../../device-pay/validate-domain.ts'
import type { IdempotencyHandle } from '../../../idempotency/idempotency-handle.ts'
import { Rejection } from '../../../primitives/rejection.ts'
import type { WalletProvider } from '../../../providers/ports/wallet.ts'
import {
  type AccountRequest,
  accountEndpoint,
  type EnvelopeText,
  envelope,
  type Message,
  type RequestContext,
} from '../../request/endpoint.ts'
import { idFrom } from '../../request/id-from.ts'
import { accountListEndpoint, readPage } from '../../request/list-endpoint.ts'
import { byId } from '../../request/list-page.ts'
import { validate } from '../../request/validation.ts'

export const postDomain = accountEndpoint({
  summary: 'Registrar um domínio para o Device Pay',
  description:
    'Uma vez por hostname. Publique verificationFile.content, sem alterar, em verificationFile.path: HTTPS, status 200, text/plain, sem redirecionamento nem login. Depois chame validate.',
  body: RegisterDomainRequest,
  answer: envelopeOf(DomainWire),
  status: 201,
  rejections: [
    'validation-failed',
    'domain-invalid',
    'domain-already-registered',
    'domain-limit-reached',
    'device-pay-disabled',
    'device-pay-not-supported',
    'provider-not-configured',
  ],
  handle: (context, request) =>
    onceForKey(context, request, {
      kind: 'carried',
      status: 201,
      message: {
        pt: 'Domínio registrado. Publique o arquivo e valide.',
        en: 'Domain registered. Publish the file and validate.',
      },
      run: (idempotency) => {
        const { domain } = validate(RegisterDomainRequest, request.body)
        return registerDomain(context.app, request.holder.account, domain, idempotency)
      },
    }),
})

export const postDomainValidation = accountEndpoint({
  summary: 'Validar um domínio',
  description:
    'Sem corpo. A adquirente confere o arquivo publicado. Repetir é seguro. O que falhar fica em lastError, e diagnosis diz o que corrigir.',
  answer: envelopeOf(DomainWire),
  rejections: [
    'not-found',
    'domain-check-failed',
    'device-pay-disabled',
    'device-pay-not-supported',
    'provider-not-configured',
    'device-pay-unavailable',
  ],
  handle: (context, request) =>
    onceForKey(context, request, {
      kind: 'leased', // Checking the file twice has the same effect as once.
      status: 200,
      message: { pt: 'Domínio verificado.', en: 'Domain verified.' },
      run: () => validateDomain(context.app, request.holder.account, idFrom(request)),
    }),
})

export const listDomains = accountListEndpoint({
  summary: 'Listar domínios, do mais novo ao mais antigo',
  query: ListDomainsQuery,
  item: DomainWire,
  message: { pt: 'Domínios encontrados.', en: 'Domains found.' },
  read: (query) => readPage(query, byId, 100),
  find: ({ sql }, { holder: { account } }, wanted) =>
    domainPage(sql, account.id, account.providers.card, wanted),
  cursor: ({ id }) => byId.text(id),
  render: (domain, app, { holder }) => renderDomain(domain, walletOf(app, holder.account)),
})

export const getDomain = accountEndpoint({
  summary: 'Consultar um domínio',
  answer: envelopeOf(DomainWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const { account } = request.holder
    const domain = await domainById(app.sql, account.id, idFrom(request), account.providers.card)
    if (!domain) throw new Rejection('not-found')
    const data = renderDomain(domain, walletOf(app, account))
    return { message: { pt: 'Domínio encontrado.', en: 'Domain found.' }, data }
  },
})

export const deleteDomain = accountEndpoint({
  summary: 'Remover um domínio',
  description: 'Deixa de abrir sessões na hora. Registrar de novo começa do zero.',
  answer: envelopeOf(DomainWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const { account } = request.holder
    const domain = await removeDomain(app, account.id, idFrom(request), account.providers.card)
    const data = renderDomain(domain, walletOf(app, account))
    return { message: { pt: 'Domínio removido.', en: 'Domain removed.' }, data }
  },
})

export const getDomainDiagnosis = accountEndpoint({
  summary: 'Diagnosticar o arquivo de um domínio',
  description:
    'Olhamos o arquivo publicado agora e dizemos, passo a passo, o que está errado e como corrigir. Nada muda.',
  answer: envelopeOf(DomainDiagnosis),
  rejections: [
    'not-found',
    'device-pay-disabled',
    'device-pay-not-supported',
    'provider-not-configured',
  ],
  async handle({ app }, request) {
    const data = await diagnoseDomain(app, request.holder.account, idFrom(request))
    const message: Message = data.passed
      ? {
          pt: 'Nada de errado com o arquivo, visto daqui.',
          en: 'Nothing wrong with the file, seen from here.',
        }
      : { pt: 'O arquivo tem problemas. Veja checks.', en: 'The file has problems. See checks.' }
    return { message, data }
  },
})

/** The wallet whose file must be published, if the account's current acquirer has one. */
const walletOf = (
  { providers }: Pick<App, 'providers'>,
  { providers: { card } }: Account,
): WalletProvider | undefined => (card === undefined ? undefined : providers.card(card).wallet)

interface Deed {
  readonly kind: 'carried' | 'leased'
  readonly status: number
  readonly message: Message
  run(idempotency?: IdempotencyHandle<Domain>): Promise<Domain>
}

/**
 * Once for each Idempotency-Key, if there is one. A rejection is not stored: the file may be right
 * at the next attempt.
 */
async function onceForKey(
  { app, withIdempotency: once }: RequestContext,
  request: AccountRequest,
  { kind, status, message, run }: Deed,
): Promise<EnvelopeText<DomainWire>> {
  const { holder, language, method, path, body, idempotencyKey } = request
  const { account } = holder
  const render = (domain: Domain) => ({
    status,
    body: envelope(
      { status, message, data: renderDomain(domain, walletOf(app, account)) },
      language,
    ),
  })
  if (idempotencyKey === undefined) return render(await run())

  const keyedRequest = { accountId: account.id, key: idempotencyKey, method, path, body }
  const common = {
    render,
    objectIdOf: ({ id }: Domain) => id,
    async recover(id: string): Promise<Domain> {
      const domain = await domainById(app.sql, account.id, id, account.providers.card)
      if (!domain) throw new Rejection('not-found')
      return domain
    },
  }
  const answer = await once<Domain>(
    keyedRequest,
    kind === 'leased'
      ? { ...common, kind, run: () => run() }
      : {
          ...common,
          kind,
          run: (idempotency) => run(idempotency),
          renderRejection: () => undefined,
        },
  )
  return {
    status: answer.status,
    body: answer.body,
    headers: answer.replayed ? { 'Idempotent-Replayed': 'true' } : {},
  }
}
