import { type Static, Type } from 'typebox'
import { settlementFilesSettings } from '../settlement-layout/settings.ts'

const pem = (description: string) => Type.String({ minLength: 1, maxLength: 65_536, description })

/** What an operator enters to send PIX through Efí. */
export const efiSettings = Type.Object(
  {
    baseUrl: Type.String({
      pattern: '^https://[^\\s?#]+$',
      maxLength: 255,
      description: 'https://pix.api.efipay.com.br, or https://pix-h.api.efipay.com.br to try',
    }),
    clientId: Type.String({ minLength: 1, maxLength: 255 }),
    clientSecret: Type.String({ minLength: 1, maxLength: 1_024 }),
    certificate: pem('Our client certificate, PEM'),
    privateKey: pem('Its private key, PEM'),
    ca: Type.Optional(pem('Authorities to trust instead of the public ones, PEM')),
    chave: Type.String({
      minLength: 1,
      maxLength: 77,
      description: 'The PIX key of the account that pays',
    }),
    files: Type.Optional(settlementFilesSettings),
  },
  { additionalProperties: false },
)

export type EfiSettings = Static<typeof efiSettings>
