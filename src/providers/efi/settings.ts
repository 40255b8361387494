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
    qrCodes: Type.Optional(
      Type.Boolean({
        default: false,
        ...shown({
          label: { pt: 'Pagar QR Codes', en: 'Pay QR Codes' },
          help: {
            pt: 'A aplicação tem os escopos gn.qrcodes.read e gn.qrcodes.pay: um saque pode pagar um código PIX dinâmico. Sem efeito com Só mesma titularidade.',
            en: 'The application has the scopes gn.qrcodes.read and gn.qrcodes.pay: a cashout can pay a dynamic PIX code. No effect with Same owner only.',
          },
        }),
      }),
    ),
    sameOwner: Type.Optional(
      Type.Boolean({
        default: false,
        ...shown({
          label: { pt: 'Só mesma titularidade', en: 'Same owner only' },
          help: {
            pt: 'A aplicação tem o escopo gn.pix.sameownership.send no lugar de pix.send: a Efí só paga a quem é titular desta conta. Devoluções à chave de um pagador são recusadas.',
            en: 'The application has the scope gn.pix.sameownership.send in place of pix.send: Efí pays only the holder of this account. Refunds to the key of a payer are rejected.',
          },
        }),
      }),
    ),
  },
  { additionalProperties: false },
)

export type EfiSettings = Static<typeof efiSettings>
