import { Type } from 'typebox'
import { AuditEntryWire, ListAuditQuery } from '../../../contract/audit.ts'
import { Id } from '../../../contract/fields.ts'
import { accountById } from '../../accounts/account-store.ts'
import { operatorScope } from '../../audit-log/audit-entry.ts'
import { accountAudit, operatorAudit } from '../../audit-log/audit-list-store.ts'
import { defined } from '../../primitives/defined.ts'
import { isUuid } from '../../primitives/id.ts'
import { auditFile, listed, readAuditQuery, renderAuditLine } from '../audit-response.ts'
import { listEndpoint } from '../request/list-endpoint.ts'
import { byId } from '../request/list-page.ts'
import { type Query, queryReader } from '../request/list-query.ts'

const ListOperatorAuditQuery = Type.Object({
  accountId: Type.Optional({
    ...Id,
    description:
      'O registro inteiro de uma conta, com os eventos de pagamentos. Sem isto: as mudanças de todas as contas e do operador que não são eventos.',
  }),
  ...ListAuditQuery.properties,
})

export const listOperatorAudit = listEndpoint({
  summary: 'Ler o registro de auditoria, do mais novo ao mais antigo',
  description:
    'Com `Accept: text/csv` ou `format=csv` vem tudo num arquivo para planilhas, e a exportação fica no registro. Com `by` uma página procura em até 1.000 linhas: ela pode vir curta, ou vazia, e `nextCursor` continua.',
  query: ListOperatorAuditQuery,
  item: AuditEntryWire,
  message: { pt: 'Registro de auditoria.', en: 'Audit log.' },
  read: readOperatorAuditQuery,
  find: async ({ sql }, _, { accountId, ...wanted }) =>
    listed(
      await (accountId === undefined
        ? operatorAudit(sql, wanted)
        : accountAudit(sql, accountId, wanted)),
    ),
  cursor: ({ id }) => byId.text(id),
  async file(app, request, { accountId, ...filter }) {
    const account = accountId === undefined ? undefined : await accountById(app.sql, accountId)
    return auditFile(app, request, {
      // Of an account that does not exist the log is empty, and the operator's has the entry.
      of: account
        ? { id: account.account.id, name: account.account.name }
        : { id: operatorScope, name: 'Guichê' },
      filter,
      read: (wanted) =>
        accountId === undefined
          ? operatorAudit(app.sql, wanted)
          : accountAudit(app.sql, accountId, wanted),
    })
  },
  render: (line, _, { language }) => renderAuditLine(line, language),
})

function readOperatorAuditQuery({ accountId: sent, ...rest }: Query) {
  const reader = queryReader(ListOperatorAuditQuery, { ...defined({ accountId: sent }) })
  const accountId = reader.read('accountId', 'format', (text) => (isUuid(text) ? text : undefined))
  reader.refuse()
  return { ...readAuditQuery(rest), ...defined({ accountId }) }
}
