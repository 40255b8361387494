import { type Static, Type } from 'typebox'
import { commonSettings } from '../acquirer/common-settings.ts'
import { deviceWalletSettings } from '../device-wallet/settings.ts'
import { shown } from '../settings-form/setting.ts'
import {
  askEveryForm,
  ca,
  certificate,
  clientId,
  clientSecret,
  httpsUrl,
  privateKey,
  tokenUrl,
} from '../settings-form/usual-settings.ts'
import { settlementFilesSettings } from '../settlement-layout/settings.ts'
import { localFolderSetting } from '../statement/local-folder.ts'
import { mailboxSettings } from '../statement/mailbox.ts'

export const usualAskEveryMs = 15 * 60_000
export const usualUserName = 'guiche'
export const usualEnvironment = 'production'

/** Chargeback API 2.0, a separate contract: mutual TLS and OAuth client credentials. */
const chargebackSettings = Type.Object(
  {
    url: httpsUrl(
      { pt: 'Endereço da API', en: 'Address of the API' },
      {
        pt: 'https://api-internet.cielo.com.br/cielo-chargeback-sys-external; /v1/chargeback/… vem depois.',
        en: 'https://api-internet.cielo.com.br/cielo-chargeback-sys-external; /v1/chargeback/… follows it.',
      },
    ),
    tokenUrl,
    establishmentNumber: Type.String({
      pattern: '^[0-9]{1,10}$',
      ...shown({
        label: { pt: 'Número do estabelecimento', en: 'Establishment number' },
        help: { pt: 'O EC na Cielo, só dígitos.', en: 'The EC at Cielo, digits only.' },
      }),
    }),
    userName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        default: usualUserName,
        ...shown({
          label: { pt: 'Nome de quem responde', en: 'Name of the respondent' },
          help: {
            pt: 'Como a Cielo mostra quem respondeu.',
            en: 'As Cielo shows it with each answer.',
          },
        }),
      }),
    ),
    clientId,
    clientSecret,
    certificate,
    privateKey,
    ca,
    askEveryMs: Type.Optional(
      Type.Integer({ minimum: 1_000, default: usualAskEveryMs, ...askEveryForm }),
    ),
  },
  {
    additionalProperties: false,
    ...shown({
      label: { pt: 'Disputas', en: 'Chargebacks' },
      help: {
        pt: 'Com isto, as disputas são vistas e respondidas pela API de chargeback.',
        en: 'With this, chargebacks are seen and answered through the chargeback API.',
      },
    }),
  },
)

/** What an operator enters to sell through Cielo eCommerce 3.0. */
export const cieloSettings = Type.Object(
  {
    transactionsUrl: httpsUrl(
      { pt: 'Endereço de vendas', en: 'Address of sales' },
      {
        pt: 'Host de vendas, capturas e cancelamentos: https://api.cieloecommerce.cielo.com.br.',
        en: 'Host of sales, captures and cancels: https://api.cieloecommerce.cielo.com.br.',
      },
    ),
    queriesUrl: httpsUrl(
      { pt: 'Endereço de consultas', en: 'Address of queries' },
      {
        pt: 'Host de consultas: https://apiquery.cieloecommerce.cielo.com.br.',
        en: 'Host of queries: https://apiquery.cieloecommerce.cielo.com.br.',
      },
    ),
    merchantId: Type.String({
      pattern: '^[0-9A-Za-z-]{36}$',
      ...shown({
        label: { pt: 'MerchantId', en: 'MerchantId' },
        help: {
          pt: 'O GUID da loja, com 36 caracteres.',
          en: 'The GUID of the store, with 36 characters.',
        },
      }),
    }),
    merchantKey: Type.String({
      pattern: '^[0-9A-Za-z]{40}$',
      ...shown({
        label: { pt: 'MerchantKey', en: 'MerchantKey' },
        help: { pt: 'Com 40 letras e números.', en: 'With 40 letters and digits.' },
        isSecret: true,
      }),
    }),
    noticeHeaders: Type.Array(
      Type.Object(
        {
          name: Type.String({
            pattern: '^[0-9A-Za-z-]{1,64}$',
            ...shown({ label: { pt: 'Nome do cabeçalho', en: 'Name of the header' } }),
          }),
          value: Type.String({
            pattern: '^[\\x21-\\x7e]{16,255}$',
            ...shown({
              label: { pt: 'Valor', en: 'Value' },
              help: {
                pt: 'De 16 a 255 caracteres, sem espaço.',
                en: '16 to 255 characters, without spaces.',
              },
              isSecret: true,
            }),
          }),
        },
        { additionalProperties: false },
      ),
      {
        minItems: 1,
        maxItems: 3,
        ...shown({
          label: { pt: 'Cabeçalhos dos avisos', en: 'Headers of notices' },
          help: {
            pt: 'Cabeçalhos fixos que a Cielo envia em cada aviso. Todos devem conferir.',
            en: 'Fixed headers that Cielo sends with each notice. All of them must match.',
          },
        }),
      },
    ),
    ...commonSettings,
    environment: Type.Optional(
      Type.Union(
        [
          Type.Literal('production', shown({ label: { pt: 'Produção', en: 'Production' } })),
          Type.Literal('sandbox', shown({ label: { pt: 'Sandbox', en: 'Sandbox' } })),
        ],
        {
          default: usualEnvironment,
          ...shown({
            label: { pt: 'Ambiente', en: 'Environment' },
            help: {
              pt: 'No sandbox, o mesmo código de retorno significa outra coisa.',
              en: 'In the sandbox the same return code has another meaning.',
            },
          }),
        },
      ),
    ),
    chargeback: Type.Optional(chargebackSettings),
    /** Present: Cielo enabled the wallet for the store, and Device Pay is offered behind it. */
    wallet: Type.Optional(deviceWalletSettings),
    /** Cielo's own files. The mailbox counts before the folder, and both count before `files`. */
    edi: Type.Optional(mailboxSettings),
    ediFolder: Type.Optional(localFolderSetting),
    files: Type.Optional(settlementFilesSettings),
  },
  { additionalProperties: false },
)

export type CieloSettings = Static<typeof cieloSettings>
export type ChargebackSettings = Static<typeof chargebackSettings>
export type CieloEnvironment = 'production' | 'sandbox'
