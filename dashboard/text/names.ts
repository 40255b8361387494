import type { PaymentMethod } from '../../contract/fields.ts'
import type { accountRoles, operatorRoles } from '../../contract/role.ts'
import { texts, useTexts } from './text.ts'

export const methodNames = texts({
  PIX: { pt: 'PIX', en: 'PIX' },
  BOLETO: { pt: 'Boleto', en: 'Boleto' },
  CREDIT_CARD: { pt: 'Cartão', en: 'Card' },
} satisfies Record<PaymentMethod, unknown>)

/** What people call the roles that every account, or the operator, has. */
const roleNames = texts({
  owner: { pt: 'Dono', en: 'Owner' },
  finance: { pt: 'Financeiro', en: 'Finance' },
  support: { pt: 'Atendimento', en: 'Support' },
  developer: { pt: 'Desenvolvimento', en: 'Developer' },
  'read-only': { pt: 'Leitura', en: 'Read only' },
  admin: { pt: 'Administração', en: 'Administrator' },
  auditor: { pt: 'Auditoria', en: 'Auditor' },
} satisfies Record<keyof typeof accountRoles | keyof typeof operatorRoles, unknown>)

/** The name of a role. A role of the account's own has one name. */
export function useRoleName(): (role: string) => string {
  const names: Readonly<Record<string, string>> = useTexts(roleNames)
  return (role) => names[role] ?? role
}
