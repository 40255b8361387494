import { CashoutReceiverRequest, CashoutReceiverWire } from '../../../../contract/cashout.ts'
import { envelopeOf } from '../../../../contract/envelope.ts'
import { readKey } from '../../../accounts/pix-key-input.ts'
import { sealOwnerQuery } from '../../../cashout/owner-query.ts'
import { mayCashOut } from '../../../cashout/plan-cashout.ts'
import { assertAnswered, queryBank } from '../../../cashout/query-bank.ts'
import { shownOwner } from '../../../cashout/shown-owner.ts'
import { defined } from '../../../primitives/defined.ts'
import { accountEndpoint } from '../../request/endpoint.ts'
import { nonEmpty } from '../../request/normalize.ts'
import { bodyFields, validate } from '../../request/validation.ts'
import { ownerAllowance } from './query-allowances.ts'
import { normalizePixType } from './read-cashout.ts'

export const postCashoutReceiver = accountEndpoint({
  summary: 'Ver de quem é uma chave PIX, antes do saque',
  description:
    'Só onde o banco dos saques informa o titular, e só antes de pagar: mande receiverToken no saque. O diretório PIX permite poucas consultas sem pagamento. Nada é criado.',
  body: CashoutReceiverRequest,
  answer: envelopeOf(CashoutReceiverWire),
  rejections: [
    'validation-failed',
    'cashout-disabled',
    'provider-not-configured',
    'pix-key-invalid',
    'rate-limited',
    'provider-unavailable',
  ],
  async handle({ app, limiter }, { holder: { account }, body }) {
    const fields = bodyFields(body)
    const { pixKey, pixType } = validate(
      CashoutReceiverRequest,
      defined({ pixKey: nonEmpty(fields.pixKey), pixType: normalizePixType(fields.pixType) }),
    )
    const { providerId } = mayCashOut(account)
    const key = readKey({ pixKey, ...(pixType !== undefined && { keyType: pixType }) })
    const asked = { pixKey: key.value, pixType: key.type }
    const { ownerQueries: queries } = app.providers.payout(providerId)
    const without = (query: 'not-offered' | 'not-found') => ({ ...asked, ...nothing, query })
    if (!queries) return { message: notOffered, data: without('not-offered') }
    const allowance = ownerAllowance(limiter, { accountId: account.id, providerId, queries })
    const finding = await queryBank(allowance, (signal) => queries.find(key, signal))
    assertAnswered(finding)
    if (finding.kind === 'not-permitted') {
      app.log.warn({ providerId }, 'the bank does not permit queries of the owners of keys')
      return { message: notPermitted, data: without('not-offered') }
    }
    if (finding.kind === 'not-found') return { message: notFound, data: without('not-found') }
    const { query } = finding
    const at = app.clock.now().toISOString()
    const token =
      query && sealOwnerQuery(app.vault, account.id, { ...query, providerId, key: key.value, at })
    const data: CashoutReceiverWire = {
      ...{ ...asked, query: 'found', receiverToken: token ?? null },
      ...shownOwner(finding, account.document),
    }
    return { message: { pt: 'Titular da chave.', en: 'Owner of the key.' }, data }
  },
})

const notOffered = {
  pt: 'O banco dos saques não informa o titular antes do pagamento. Envie beneficiaryDocument, que ele confere.',
  en: 'The bank of the cashouts does not show the owner before the payment. Send beneficiaryDocument, which it compares.',
}
const notPermitted = {
  pt: 'O banco dos saques não liberou a consulta de chaves PIX para esta instalação. Avise o suporte; até lá, use uma chave CPF ou CNPJ, ou os dados da conta.',
  en: 'The bank of the cashouts does not allow this installation to query PIX keys. Contact support; until then, use a CPF or CNPJ key, or the data of the account.',
}
const notFound = {
  pt: 'A chave PIX não existe. Confira-a com o beneficiário.',
  en: 'The PIX key does not exist. Check it with the beneficiary.',
}
const nothing = { name: null, document: null, isOwn: null, receiverToken: null }
