import { useTexts } from '../../text/text.ts'
import { AuditLog } from './audit-log.tsx'
import { auditTexts } from './audit-texts.ts'

export default function AuditPage() {
  const t = useTexts(auditTexts)
  return <AuditLog path="/api/user/audit" title={t.title} lead={t.lead} />
}
