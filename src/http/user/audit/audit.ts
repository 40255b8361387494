import { AuditEntryWire, ListAuditQuery } from '../../../../contract/audit.ts'
import { accountAudit } from '../../../audit-log/audit-list-store.ts'
import { auditFile, listed, readAuditQuery, renderAuditLine } from '../../audit-response.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byId } from '../../request/list-page.ts'

export const listAudit = accountListEndpoint({
  summary: 'Ler o registro de auditoria da conta, do mais novo ao mais antigo',
  description:
    'Quem mudou o quê, quando e de onde: pessoas, chaves, o operador, provedores e o próprio gateway. Com `Accept: text/csv` ou `format=csv` vem tudo num arquivo para planilhas, e a exportação fica no registro. Com `by` uma página procura em até 1.000 linhas: ela pode vir curta, ou vazia, e `nextCursor` continua.',
  query: ListAuditQuery,
  item: AuditEntryWire,
  message: { pt: 'Registro de auditoria.', en: 'Audit log.' },
  read: readAuditQuery,
  find: async ({ sql }, { holder }, wanted) =>
    listed(await accountAudit(sql, holder.account.id, wanted)),
  cursor: ({ id }) => byId.text(id),
  file: (app, request, filter) => {
    const { id, name } = request.holder.account
    return auditFile(app, request, {
      ...{ of: { id, name }, filter },
      read: (wanted) => accountAudit(app.sql, id, wanted),
    })
  },
  render: (line, _, { language }) => renderAuditLine(line, language),
})
