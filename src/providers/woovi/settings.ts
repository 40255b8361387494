import { type Static, Type } from 'typebox'
import { shown } from '../settings-form/setting.ts'
import { ca, httpsUrl, statement } from '../settings-form/usual-settings.ts'

/** What an operator enters to send PIX through Woovi. */
export const wooviSettings = Type.Object(
  {
    baseUrl: httpsUrl(
      { pt: 'Endereço da API', en: 'Address of the API' },
      {
        pt: 'https://api.woovi.com; para testar, https://api.woovi-sandbox.com.',
        en: 'https://api.woovi.com; to try it, https://api.woovi-sandbox.com.',
      },
    ),
    appId: Type.String({
      minLength: 1,
      maxLength: 1_024,
      pattern: '^[\\x21-\\x7e]+$',
      ...shown({ label: { pt: 'AppID', en: 'AppID' }, isSecret: true }),
    }),
    keyCheck: Type.Optional(
      Type.Boolean({
        default: false,
        ...shown({
          label: { pt: 'Consulta de chaves', en: 'Query of keys' },
          help: {
            pt: 'A Woovi liberou a consulta de chaves PIX: o dono da chave é conferido antes do envio.',
            en: 'Woovi has enabled the query of PIX keys: the owner of a key is checked before sending.',
          },
        }),
      }),
    ),
    ownerQueriesPerDay: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100_000,
        ...shown({
          label: { pt: 'Consultas do titular por dia', en: 'Queries of the owner in a day' },
          help: {
            pt: 'Mostra o titular de uma chave antes do saque. Vazio: não mostra. Com a Consulta de chaves; a Woovi bloqueia contas do modo BaaS com dez consultas sem pagamento.',
            en: 'Shows the owner of a key before the cashout. Empty: it is not shown. With the Query of keys; Woovi blocks accounts of its BaaS mode after ten queries without a payment.',
          },
        }),
      }),
    ),
    ca,
    statement,
  },
  { additionalProperties: false },
)

export type WooviSettings = Static<typeof wooviSettings>
