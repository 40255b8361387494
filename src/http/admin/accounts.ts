import { Type } from 'typebox'
import { AccountWire, ChangeAccountRequest, OpenAccountRequest } from '../../../contract/account.ts'
import { envelopeOf, listOf } from '../../../contract/envelope.ts'
import type { Account } from '../../accounts/account.ts'
import { accountById, accountPage } from '../../accounts/account-store.ts'
import { type CashoutSettings, usualCashoutSettings } from '../../accounts/cashout-settings.ts'
import { changeAccount, openAccount } from '../../accounts/open-account.ts'
import { Rejection } from '../../primitives/rejection.ts'
import type { Endpoint } from '../endpoint.ts'
import { checked } from '../problems.ts'
import { idFrom } from '../user/transaction-id.ts'
import { onceForOperator } from './once-for-operator.ts'

export const postAccount: Endpoint = {
  summary: 'Abrir uma conta',
  body: OpenAccountRequest,
  answer: envelopeOf(AccountWire),
  rejections: ['validation-failed', 'document-invalid', 'account-invalid'],
  handle(edge, asked) {
    const wanted = checked(OpenAccountRequest, asked.body)
    return onceForOperator(edge, asked, async () => {
      const account = await openAccount(edge.app, wanted)
      return { id: account.id, message: { pt: 'Conta aberta.', en: 'Account opened.' }, data: renderAccount(account) }
    })
  },
}

export const getAccounts: Endpoint = {
  summary: 'Listar contas, da mais nova à mais antiga',
  query: Type.Object({ limit: Type.Optional(Type.String()), cursor: Type.Optional(Type.String()) }),
  answer: listOf(AccountWire),
  async handle({ app }, { query }) {
    const limit = Math.min(Math.max(Math.trunc(Number(query.limit ?? 20)) || 20, 1), 100)
    const after = query.cursor ? idFrom({ params: { id: query.cursor } }) : undefined
    const accounts = await accountPage(app.sql, { limit: limit + 1, ...(after && { after }) })
    const shown = accounts.slice(0, limit)
    const nextCursor = accounts.length > limit ? (shown.at(-1)?.id ?? null) : null
    return {
      message: { pt: 'Contas encontradas.', en: 'Accounts found.' },
      data: shown.map(renderAccount),
      beside: { pagination: { limit, nextCursor } },
    }
  },
}

export const getAccount: Endpoint = {
  summary: 'Consultar uma conta',
  answer: envelopeOf(AccountWire),
  rejections: ['not-found'],
  async handle({ app }, asked) {
    const found = await accountById(app.sql, idFrom(asked))
    if (!found) throw new Rejection('not-found')
    return { message: { pt: 'Conta encontrada.', en: 'Account found.' }, data: renderAccount(found.account) }
  },
}

export const patchAccount: Endpoint = {
  summary: 'Alterar uma conta: métodos, limites, preços, provedores, situação',
  description: 'Só muda o que for enviado. Vale em todos os processos em até dois segundos.',
  body: ChangeAccountRequest,
  answer: envelopeOf(AccountWire),
  rejections: ['not-found', 'validation-failed', 'account-invalid'],
  async handle({ app }, asked) {
    const account = await changeAccount(app, idFrom(asked), checked(ChangeAccountRequest, asked.body))
    return { message: { pt: 'Conta alterada.', en: 'Account changed.' }, data: renderAccount(account) }
  },
}

function renderAccount({ id, name, document, status, settings, providers }: Account): AccountWire {
  return {
    id,
    name,
    document,
    status,
    methods: settings.methods,
    limits: settings.limits,
    prices: { ...settings.prices, CREDIT_CARD: [...settings.prices.CREDIT_CARD] },
    settlementDays: settings.settlementDays,
    cashout: renderCashoutSettings(settings.cashout ?? usualCashoutSettings),
    providers: {
      card: providers.card ?? null,
      pix: providers.pix ?? null,
      boleto: providers.boleto ?? null,
      payout: providers.payout ?? null,
    },
    softDescriptor: settings.softDescriptor ?? null,
    boletoPayableDaysAfterDue: settings.boletoPayableDaysAfterDue,
    refundsBeyondBalance: settings.refundsBeyondBalance ?? 'refuse',
    refundedFees: settings.refundedFees ?? 'keep',
    walletBinding: settings.walletBinding ?? 'none',
    lateWalletApproval: settings.lateWalletApproval ?? 'void',
  }
}

const renderCashoutSettings = ({ approval, ...settings }: CashoutSettings) => ({
  ...settings,
  approval: approval ?? null,
})
