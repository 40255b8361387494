import type { App } from '../app.ts'
import type { Approval } from '../approvals/approval.ts'
import type { Tx } from '../db/pool.ts'
import type { MailLanguage } from '../mail/mail-content.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { personById, personsOf } from '../people/person-store.ts'
import { permissionsOf } from '../people/role.ts'
import type { SecondPersonAction } from './changes.ts'

type Deps = Pick<App, 'vault' | 'clock'>

/** Queues a mail to each person of the operator who may decide, apart from the one who asked. */
export async function announceRequest(app: Deps, tx: Tx, approval: Approval): Promise<void> {
  const { permission, requestedBy, before, after, expiresAt } = approval
  for (const { id: personId, email, language, status, memberships } of await personsOf(tx, null)) {
    const mayDecide = memberships.some((each) => {
      const permissions = permissionsOf(each)
      return permissions.has('operator-approvals:decide') && permissions.has(permission)
    })
    if (!mayDecide || status !== 'active' || personId === requestedBy.id) continue
    await queueMail(app, tx, {
      to: email,
      language,
      template: 'approval-wanted',
      data: {
        requestedBy: requestedBy.name,
        account: null,
        action: actionText(approval, language),
        changes: Object.entries(after).map(([label, value]) => ({
          label,
          before: before[label] === undefined ? null : valueText(before[label]),
          after: valueText(value),
        })),
        expiresAt: expiresAt.toISOString(),
      },
    })
  }
}

/** Queues a mail about the decision to the person who asked. */
export async function announceDecision(app: Deps, tx: Tx, approval: Approval): Promise<void> {
  const { requestedBy, decidedBy, decidedAt, decision, status } = approval
  if (requestedBy.kind !== 'person' || decidedAt === null) return
  const person = await personById(tx, requestedBy.id)
  if (person?.status !== 'active') return
  await queueMail(app, tx, {
    to: person.email,
    language: person.language,
    template: 'approval-decided',
    data: {
      decision: status === 'REJECTED' ? 'denied' : 'approved',
      action: actionText(approval, person.language),
      account: null,
      decidedBy: decidedBy?.name ?? null,
      at: decidedAt.toISOString(),
      note: decision,
    },
  })
}

const actionTexts: Readonly<Record<SecondPersonAction, Readonly<Record<MailLanguage, string>>>> = {
  'account.change': { pt: 'Mudar a conta', en: 'Change the account' },
  'key.create': { pt: 'Criar uma chave da conta', en: 'Create a key of the account' },
  'key.rotate': { pt: 'Trocar a chave', en: 'Replace the key' },
  'provider.add': { pt: 'Cadastrar o provedor', en: 'Add the provider' },
  'provider.change': { pt: 'Mudar o provedor', en: 'Change the provider' },
  'ledger.correct': { pt: 'Corrigir os livros da conta', en: 'Correct the books of the account' },
  'ledger.resume_cashouts': { pt: 'Liberar os saques', en: 'Resume the cashouts' },
}

function actionText({ action, subject }: Approval, language: MailLanguage): string {
  const text = actionTexts[action as SecondPersonAction]?.[language] ?? action
  return `${text} ${subject.name ?? ''}`.trim()
}

const valueText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
