import { AuditEntryWire, ListAuditQuery } from '../../../../contract/audit.ts'
import { accountAudit } from '../../../audit-log/audit-list-store.ts'
import { readAuditQuery, renderAuditLine } from '../../audit-response.ts'
import { accountListEndpoint } from '../../request/list-endpoint.ts'
import { byId } from '../../request/list-page.ts'

export const listAudit = accountListEndpoint({
  summary: 'Ler o registro de auditoria da conta, do mais novo ao mais antigo',
  description:
    'Quem mudou o quê, quando e de onde: pessoas, chaves, o operador, provedores e o próprio gateway.',
  query: ListAuditQuery,
  item: AuditEntryWire,
  message: { pt: 'Registro de auditoria.', en: 'Audit log.' },
  read: readAuditQuery,
  find: ({ sql }, { holder }, wanted) => accountAudit(sql, holder.account.id, wanted),
  cursor: ({ id }) => byId.text(id),
  render: (line, _, { language }) => renderAuditLine(line, language),
})
