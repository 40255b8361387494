import { type Static, Type } from 'typebox'
import { shown } from '../settings-form/setting.ts'
import {
  ca,
  certificate,
  clientId,
  clientSecret,
  httpsUrl,
  privateKey,
  statement,
} from '../settings-form/usual-settings.ts'

/** What an operator enters to send PIX through Efí. */
export const efiSettings = Type.Object(
  {
    baseUrl: httpsUrl(
      { pt: 'Endereço da API', en: 'Address of the API' },
      {
        pt: 'https://pix.api.efipay.com.br; para testar, https://pix-h.api.efipay.com.br.',
        en: 'https://pix.api.efipay.com.br; to try it, https://pix-h.api.efipay.com.br.',
      },
    ),
    clientId,
    clientSecret,
    certificate,
    privateKey,
    ca,
    chave: Type.String({
      minLength: 1,
      maxLength: 77,
      ...shown({
        label: { pt: 'Chave PIX', en: 'PIX key' },
        help: { pt: 'A chave da conta que paga.', en: 'The key of the account that pays.' },
      }),
    }),
    statement,
    sameOwner: Type.Optional(
      Type.Boolean({
        default: false,
        ...shown({
          label: { pt: 'Só mesma titularidade', en: 'Same owner only' },
          help: {
            pt: 'A aplicação tem o escopo gn.pix.sameownership.send no lugar de pix.send: a Efí só paga a quem é titular desta conta.',
            en: 'The application has the scope gn.pix.sameownership.send in place of pix.send: Efí pays only the holder of this account.',
          },
        }),
      }),
    ),
  },
  { additionalProperties: false },
)

export type EfiSettings = Static<typeof efiSettings>
