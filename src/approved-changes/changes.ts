import { changeAccountApproved } from './change-account.ts'
import { correctLedgerApproved } from './correct-ledger.ts'
import { createKeyApproved, rotateKeyApproved } from './create-key.ts'
import { addProviderApproved, changeProviderApproved } from './providers.ts'
import { resumeCashoutsApproved } from './resume-cashouts.ts'
import { rotateWebhookSecretApproved } from './webhook-secret.ts'

/** Every change that needs a second person, by the action that an approval stores. */
export const secondPersonChanges = {
  'account.change': changeAccountApproved,
  'key.create': createKeyApproved,
  'key.rotate': rotateKeyApproved,
  'provider.add': addProviderApproved,
  'provider.change': changeProviderApproved,
  'ledger.correct': correctLedgerApproved,
  'ledger.resume_cashouts': resumeCashoutsApproved,
  'webhook_secret.rotate': rotateWebhookSecretApproved,
} as const

export type SecondPersonAction = keyof typeof secondPersonChanges
