import { type Static, Type } from 'typebox'
import { settlementFilesSettings } from '../settlement-layout/settings.ts'

const httpsUrl = (description: string) =>
  Type.String({ pattern: '^https://[^\\s?#]+$', maxLength: 255, description })
const pem = (description: string) => Type.String({ minLength: 1, maxLength: 65_536, description })

const infractionSettings = Type.Object(
  {
    contract: Type.Literal('efi', {
      description: "GET /gn/infracoes and its defence, as Efí's API has them",
    }),
    askEveryMs: Type.Optional(
      Type.Integer({
        minimum: 1_000,
        maximum: 86_400_000,
        description: 'How often to ask. Left out: every 10 minutes',
      }),
    ),
    documents: Type.Optional(
      Type.Boolean({
        description: 'The bank takes documents with a defence. Left out: only their names are sent',
      }),
    ),
  },
  {
    additionalProperties: false,
    description:
      'How the bank reports MED while it can be answered. Left out: only returned money is seen',
  },
)

/** What an operator enters to receive PIX through a bank that speaks API Pix. */
export const apiPixSettings = Type.Object(
  {
    baseUrl: httpsUrl(
      "The bank's API, as far as the paths of the standard: https://pix.banco.com.br/api/v2",
    ),
    tokenUrl: httpsUrl('The address for access tokens: https://pix.banco.com.br/oauth/token'),
    clientId: Type.String({ minLength: 1, maxLength: 255 }),
    clientSecret: Type.String({ minLength: 1, maxLength: 1_024 }),
    certificate: pem('Our client certificate, PEM'),
    privateKey: pem('Its private key, PEM'),
    ca: Type.Optional(pem('Authorities to trust instead of the public ones, PEM')),
    chave: Type.String({
      minLength: 1,
      maxLength: 77,
      description: 'The PIX key that receives, in normal form',
    }),
    receiverName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "The holder of the account, as payers' banks show it: pages and receipts say it. With receiverCity it also lets us write the code when the bank answers a location alone",
      }),
    ),
    receiverDocument: Type.Optional(
      Type.String({
        pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$',
        description: "The holder's CPF or CNPJ",
      }),
    ),
    receiverCity: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    infractions: Type.Optional(infractionSettings),
    files: Type.Optional(settlementFilesSettings),
  },
  { additionalProperties: false },
)

export type ApiPixSettings = Static<typeof apiPixSettings>
export type InfractionSettings = Static<typeof infractionSettings>
