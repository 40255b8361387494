import { type Static, Type } from 'typebox'
import { beneficiary, payerAddress } from '../boleto/settings.ts'
import { shown } from '../settings-form/setting.ts'
import {
  ca,
  certificate,
  clientId,
  clientSecret,
  httpsUrl,
  privateKey,
  statement,
  tokenUrl,
} from '../settings-form/usual-settings.ts'

/** What an operator enters to register boletos with Inter (API Cobrança v3). */
export const interSettings = Type.Object(
  {
    baseUrl: httpsUrl(
      { pt: 'Endereço da API', en: 'Address of the API' },
      {
        pt: 'Em produção, https://cdpj.partners.bancointer.com.br/cobranca/v3.',
        en: 'In production https://cdpj.partners.bancointer.com.br/cobranca/v3.',
      },
    ),
    tokenUrl,
    clientId,
    clientSecret,
    certificate,
    privateKey,
    ca,
    accountNumber: Type.String({
      pattern: '^[1-9][0-9]{1,19}$',
      ...shown({
        label: { pt: 'Conta corrente', en: 'Account number' },
        help: {
          pt: 'Só números, com o dígito verificador. Vai em cada chamada e é impressa no boleto.',
          en: 'Digits only, with the check digit. It is in each call and printed on the boleto.',
        },
      }),
    }),
    carteira: Type.String({
      pattern: '^[0-9]{1,3}$',
      ...shown({
        label: { pt: 'Carteira', en: 'Portfolio (carteira)' },
        help: {
          pt: 'Como sai em um boleto emitido pelo banco.',
          en: 'As on a boleto that the bank issued.',
        },
      }),
    }),
    beneficiary,
    payerAddress: Type.Optional(payerAddress),
    statement,
  },
  { additionalProperties: false },
)

export type InterSettings = Static<typeof interSettings>
