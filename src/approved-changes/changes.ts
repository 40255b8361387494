import { changeAccountApproved } from './change-account.ts'
import { correctLedgerApproved } from './correct-ledger.ts'
import { createKeyApproved, rotateKeyApproved } from './create-key.ts'
import { invitePersonApproved } from './invite-person.ts'
import {
  changeOperatorRoleApproved,
  inviteOperatorApproved,
  reactivatePersonApproved,
} from './operators.ts'
import { addProviderApproved, changeProviderApproved } from './providers.ts'
import { resumeCashoutsApproved } from './resume-cashouts.ts'
import type { SecondPersonChange } from './second-person-change.ts'
import { rotateWebhookSecretApproved } from './webhook-secret.ts'

const changes = {
  'account.change': changeAccountApproved,
  'key.create': createKeyApproved,
  'key.rotate': rotateKeyApproved,
  'person.invite': invitePersonApproved,
  'operator.invite': inviteOperatorApproved,
  'operator.change_role': changeOperatorRoleApproved,
  'person.reactivate': reactivatePersonApproved,
  'provider.add': addProviderApproved,
  'provider.change': changeProviderApproved,
  'ledger.correct': correctLedgerApproved,
  'ledger.resume_cashouts': resumeCashoutsApproved,
  'webhook_secret.rotate': rotateWebhookSecretApproved,
} as const

export type SecondPersonAction = keyof typeof changes

/** What a change is stored with. */
export type PayloadOf<Action extends SecondPersonAction> = Parameters<
  (typeof changes)[Action]['describe']
>[1]

/** Every change that needs a second person, by the action that an approval stores. */
export const secondPersonChanges: {
  readonly [Action in SecondPersonAction]: SecondPersonChange<PayloadOf<Action>>
} = changes
