import { type Static, Type } from 'typebox'
import { beneficiary, payerAddress } from '../boleto/settings.ts'
import { shown } from '../settings-form/setting.ts'
import { localFolderSetting } from '../statement/local-folder.ts'
import { outgoingFolderSetting } from '../statement/local-outgoing-folder.ts'
import { mailboxSettings } from '../statement/mailbox.ts'
import { agreementSettings } from './settings.ts'

/** What an operator enters to register boletos with Banco do Brasil by files (CNAB 240). */
export const bancoDoBrasilCnabSettings = Type.Object(
  {
    ...agreementSettings,
    payableDaysAfterDue: Type.Integer({
      minimum: 0,
      maximum: 365,
      ...shown({
        label: { pt: 'Dias de baixa do convênio', en: 'Write-off days of the agreement' },
        help: {
          pt: 'Quantos dias após o vencimento o banco mantém um boleto antes de baixá-lo.',
          en: 'For how many days after the due date the bank keeps a boleto before its write-off.',
        },
      }),
    }),
    beneficiary,
    payerAddress: Type.Optional(payerAddress),
    remittanceFolder: outgoingFolderSetting,
    /** Returns. The mailbox counts before the folder. */
    returnMailbox: Type.Optional(mailboxSettings),
    returnFolder: Type.Optional(localFolderSetting),
  },
  { additionalProperties: false },
)

export type BancoDoBrasilCnabSettings = Static<typeof bancoDoBrasilCnabSettings>

/** The bank's answers come by returns, so one of both places is needed. */
export const missingCnabSettings = ({
  returnMailbox,
  returnFolder,
}: BancoDoBrasilCnabSettings): readonly string[] =>
  returnMailbox || returnFolder ? [] : ['returnFolder']
