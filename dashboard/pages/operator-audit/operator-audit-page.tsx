import { useTexts } from '../../text/text.ts'
import { AuditLog } from '../audit/audit-log.tsx'
import { auditTexts } from '../audit/audit-texts.ts'

/** The audit log of the operator and of all accounts. */
export default function OperatorAuditPage() {
  const t = useTexts(auditTexts)
  return (
    <AuditLog path="/api/admin/audit" title={t.operatorTitle} lead={t.operatorLead} ofAllAccounts />
  )
}
