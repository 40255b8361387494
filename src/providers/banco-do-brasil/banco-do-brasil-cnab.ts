import assert from 'node:assert/strict'
import { digitableLine, writeBarcode } from '../../brazil/boleto-code.ts'
import { writeFreeField } from '../../brazil/boleto-free-field.ts'
import { localDate } from '../../brazil/local-time.ts'
import type {
  BoletoOrder,
  FileBoletoBank,
  RegisteredBoleto,
  RemittanceNumber,
} from '../ports/boleto.ts'
import { openLocalOutgoingFolder } from '../statement/local-outgoing-folder.ts'
import { printedAccount } from './account-digit.ts'
import { finalBeneficiaryOf, ourNumberOf, overdueSteps } from './boleto-request.ts'
import type { BancoDoBrasilCnabSettings } from './cnab-settings.ts'
import { remittanceText } from './remittance-text.ts'
import { openReturns } from './return-files.ts'

/**
 * Banco do Brasil by files: remittances and returns in CNAB 240
 * (docs/design/providers/banco-do-brasil-cnab.md).
 */
export function openBancoDoBrasilCnab(
  settings: BancoDoBrasilCnabSettings,
): FileBoletoBank & { close(): Promise<void> } {
  const files = openReturns(settings, { hasMovements: true })
  assert(files, 'the settings have a place of the returns')
  return {
    name: 'Banco do Brasil',
    needsPayerAddress: settings.payerAddress === undefined,
    maxPayableDaysAfterDue: settings.payableDaysAfterDue,
    overdueSteps: { PROTEST: overdueSteps.PROTEST },
    files,
    remittances: {
      agreement: `Banco do Brasil ${settings.convenio}`,
      folder: openLocalOutgoingFolder(settings.remittanceFolder),
      issue: (order) => issue(order, settings),
      nameOf: (file) => nameOf(settings.convenio, file),
      write: (file, titles) => Buffer.from(remittanceText(settings, file, titles), 'latin1'),
    },
    close: () => files.close(),
  }
}

const nameOf = (convenio: string, { sequence, madeAt }: RemittanceNumber): string => {
  const date = localDate(madeAt).toString().replaceAll('-', '')
  return `COB_${convenio}_${date}_${String(sequence).padStart(6, '0')}.rem`
}

/** In an agreement of type 4 the beneficiary numbers the boletos and writes their codes. */
function issue(order: BoletoOrder, settings: BancoDoBrasilCnabSettings): RegisteredBoleto {
  const { convenio, carteira, agency, account, beneficiary } = settings
  const ourNumber = ourNumberOf(convenio, order.sequence)
  const barcode = writeBarcode({
    bank: '001',
    amount: order.amount,
    dueDate: Temporal.PlainDate.from(order.dueDate),
    freeField: writeFreeField({
      bank: '001',
      convenio,
      nossoNumero: ourNumber.slice(-10),
      carteira,
    }),
  })
  const finalBeneficiary = finalBeneficiaryOf(order, settings)
  return {
    ourNumber,
    barcode,
    digitableLine: digitableLine(barcode),
    agencyAndAccount: printedAccount(agency, account),
    wallet: carteira,
    beneficiary,
    ...(finalBeneficiary && { finalBeneficiary }),
  }
}
