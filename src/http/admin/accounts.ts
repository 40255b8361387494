import {
  AccountWire,
  accountStatuses,
  ChangeAccountRequest,
  ListAccountsQuery,
  OpenAccountRequest,
} from '../../../contract/account.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { accountPage } from '../../accounts/account-list-store.ts'
import { accountById } from '../../accounts/account-store.ts'
import { changeAccount, openAccount } from '../../accounts/open-account.ts'
import { accountChange, needsSecondPerson } from '../../approved-changes/change-account.ts'
import { resumeAccount } from '../../cashout/resume-account.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { renderAccount } from '../account-response.ts'
import { askSecondPerson, waitsForSecondPerson } from '../approval-response.ts'
import { endpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { listEndpoint } from '../request/list-endpoint.ts'
import { byId } from '../request/list-page.ts'
import { choiceOf, oneOrMore, readList } from '../request/list-query.ts'
import { assertNoIssues, validate } from '../request/validation.ts'
import { withOperatorIdempotency } from './operator-idempotency.ts'

export const postAccount = endpoint({
  summary: 'Abrir uma conta',
  body: OpenAccountRequest,
  answer: envelopeOf(AccountWire),
  rejections: [
    'validation-failed',
    'document-invalid',
    'account-invalid',
    'account-setting-missing',
    'account-protest-days-invalid',
  ],
  handle(context, request) {
    const wanted = validate(OpenAccountRequest, request.body)
    return withOperatorIdempotency(context, request, {
      kind: 'transaction',
      async run(app) {
        const account = await openAccount(app, wanted)
        const data = renderAccount(context.app, account)
        return { id: account.id, message: openedMessage(data.notReady), data }
      },
    })
  },
})

export const listAccounts = listEndpoint({
  summary: 'Listar contas, da mais nova à mais antiga',
  query: ListAccountsQuery,
  item: AccountWire,
  message: { pt: 'Contas encontradas.', en: 'Accounts found.' },
  read: (query) =>
    readList(ListAccountsQuery, query, ({ read }) => ({
      search: read('search', 'too-long 120', searched),
      status: read('status', choiceOf(accountStatuses), oneOrMore(accountStatuses)),
      after: read('cursor', 'cursor', byId.read),
    })),
  find: ({ sql }, _, wanted) => accountPage(sql, wanted),
  cursor: ({ id }) => byId.text(id),
  render: (account, app) => renderAccount(app, account),
})

export const getAccount = endpoint({
  summary: 'Consultar uma conta',
  answer: envelopeOf(AccountWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const found = await accountById(app.sql, idFrom(request))
    if (!found) throw new Rejection('not-found')
    return {
      message: { pt: 'Conta encontrada.', en: 'Account found.' },
      data: renderAccount(app, found.account),
    }
  },
})

export const patchAccount = endpoint({
  summary: 'Alterar uma conta: métodos, limites, preços, provedores, situação',
  description:
    'Só muda o que for enviado; um campo desconhecido recusa o pedido inteiro. Vale em todos os processos em até dois segundos.',
  body: ChangeAccountRequest,
  mayWait: true,
  answer: envelopeOf(AccountWire),
  rejections: [
    'not-found',
    'validation-failed',
    'account-invalid',
    'account-setting-missing',
    'account-protest-days-invalid',
  ],
  async handle(context, request) {
    const { app } = context
    const choices = validate(ChangeAccountRequest, request.body)
    if (Object.keys(choices).length === 0) assertNoIssues([{ field: 'body', problem: 'empty' }])
    const accountId = idFrom(request)
    if (waitsForSecondPerson(app) && needsSecondPerson(choices))
      return askSecondPerson(
        context,
        request,
        'account.change',
        await accountChange(app, accountId, choices),
      )
    const account = await changeAccount(app, accountId, choices, resumeAccount(app))
    // The notification that clears the memory of each process may come after the next request.
    app.accounts.refresh()
    return {
      message: { pt: 'Conta alterada.', en: 'Account changed.' },
      data: renderAccount(app, account),
    }
  },
})

function openedMessage(missing: AccountWire['notReady']) {
  const fields = [...new Set(missing.flatMap(({ set }) => set))].join(', ')
  return fields === ''
    ? { pt: 'Conta aberta.', en: 'Account opened.' }
    : {
        pt: `Conta aberta. Ainda falta definir: ${fields}.`,
        en: `Account opened. Still to be set: ${fields}.`,
      }
}

/** No name of an account is longer. */
const searched = (text: string) => {
  const trimmed = text.trim()
  return trimmed.length <= 120 ? trimmed : undefined
}
