import { type Static, Type } from 'typebox'
import { shown } from '../settings-form/setting.ts'
import {
  askEveryForm,
  ca,
  certificate,
  clientId,
  clientSecret,
  httpsUrl,
  privateKey,
  statement,
  tokenUrl,
} from '../settings-form/usual-settings.ts'
import { type BankName, bankOf } from './banks.ts'

export const usualAskEveryMs = 10 * 60_000

const usualScopes = [
  'cob.write',
  'cob.read',
  'pix.write',
  'pix.read',
  'webhook.write',
  'webhook.read',
]
/** Requested only where they exist: a bank refuses a token with a scope it does not know. */
const infractionScopes = ['gn.infractions.read', 'gn.infractions.write']

const infractionSettings = Type.Object(
  {
    contract: Type.Literal(
      'efi',
      shown({
        label: { pt: 'Efí', en: 'Efí' },
        help: {
          pt: 'O contrato de GET /gn/infracoes e da defesa, como na API do Efí.',
          en: 'The contract of GET /gn/infracoes and of the defence, as in the API of Efí.',
        },
      }),
    ),
    askEveryMs: Type.Optional(
      Type.Integer({
        minimum: 1_000,
        maximum: 86_400_000,
        default: usualAskEveryMs,
        ...askEveryForm,
      }),
    ),
    documents: Type.Optional(
      Type.Boolean({
        default: false,
        ...shown({
          label: { pt: 'Envia documentos', en: 'Sends documents' },
          help: {
            pt: 'O banco recebe documentos com a defesa. Sem isto, só os nomes deles são enviados.',
            en: 'The bank accepts documents with a defence. Without this only their names are sent.',
          },
        }),
      }),
    ),
  },
  {
    additionalProperties: false,
    ...shown({
      label: { pt: 'Disputas (MED)', en: 'Disputes (MED)' },
      help: {
        pt: 'Como o banco informa o MED enquanto se pode responder. Sem isto, só o dinheiro devolvido é visto.',
        en: 'How the bank reports MED while it can be answered. Without this only returned money is seen.',
      },
    }),
  },
)

const bankChoice = <Name extends BankName>(name: Name) => {
  const label = bankOf(name).name
  return Type.Literal(name, shown({ label: { pt: label, en: label } }))
}

/** What an operator enters to receive PIX through a bank that speaks API Pix. */
export const apiPixSettings = Type.Object(
  {
    bank: Type.Optional(
      Type.Union(
        [
          bankChoice('efi'),
          bankChoice('banco-do-brasil'),
          bankChoice('inter'),
          bankChoice('sicoob'),
          bankChoice('sicredi'),
          bankChoice('itau'),
        ],
        shown({
          label: { pt: 'Banco', en: 'Bank' },
          help: {
            pt: 'Um banco que difere do padrão do Banco Central. Sem isto, o padrão.',
            en: 'A bank that differs from the standard of the Banco Central. Without this the standard.',
          },
        }),
      ),
    ),
    baseUrl: httpsUrl(
      { pt: 'Endereço da API', en: 'Address of the API' },
      {
        pt: 'Até os caminhos do padrão: https://pix.banco.com.br/api/v2. No Sicredi, sem a versão.',
        en: 'Up to the paths of the standard: https://pix.banco.com.br/api/v2. At Sicredi without the version.',
      },
    ),
    tokenUrl,
    clientId,
    clientSecret: Type.Optional(clientSecret),
    appKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 255,
        ...shown({
          label: { pt: 'Chave da aplicação', en: 'Application key' },
          help: {
            pt: 'No Banco do Brasil, a developer_application_key (gw-dev-app-key).',
            en: 'At Banco do Brasil the developer_application_key (gw-dev-app-key).',
          },
          isSecret: true,
        }),
      }),
    ),
    accountNumber: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,19}$',
        ...shown({
          label: { pt: 'Conta corrente', en: 'Account number' },
          help: {
            pt: 'No Inter, quando a integração tem mais de uma conta: só números, com o dígito.',
            en: 'At Inter, if the integration has several accounts: digits only, with the check digit.',
          },
        }),
      }),
    ),
    scopes: Type.Optional(
      Type.String({
        pattern: '^[a-z]+(\\.[a-z]+)+( [a-z]+(\\.[a-z]+)+)*$',
        maxLength: 1_000,
        ...shown({
          label: { pt: 'Escopos da credencial', en: 'Scopes of the credential' },
          help: {
            pt: `Os que o banco liberou, separados por espaço: um a mais, e não há token. Cobrança com vencimento usa cobv.write e cobv.read. Sem isto, ${usualScopes.join(' ')}.`,
            en: `Those that the bank granted, separated by spaces: with one more there is no token. Charges with a due date use cobv.write and cobv.read. Without this ${usualScopes.join(' ')}.`,
          },
        }),
      }),
    ),
    certificate,
    privateKey,
    ca,
    chave: Type.String({
      minLength: 1,
      maxLength: 77,
      ...shown({
        label: { pt: 'Chave PIX', en: 'PIX key' },
        help: {
          pt: 'A chave que recebe, na forma normal: documento só com letras e números, telefone com +55.',
          en: 'The key that receives, in normal form: a document without punctuation, a phone with +55.',
        },
      }),
    }),
    receiverName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        ...shown({
          label: { pt: 'Titular da conta', en: 'Account holder' },
          help: {
            pt: 'Como o banco de quem paga o mostra: aparece em páginas e recibos. Com a cidade, o gateway escreve o código quando o banco só devolve o location.',
            en: 'As the banks of payers show it: it is on pages and receipts. With the city the gateway writes the code when the bank only returns the location.',
          },
        }),
      }),
    ),
    receiverDocument: Type.Optional(
      Type.String({
        pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$',
        ...shown({
          label: { pt: 'CPF ou CNPJ do titular', en: 'CPF or CNPJ of the holder' },
          help: { pt: 'Sem pontuação.', en: 'Without punctuation.' },
        }),
      }),
    ),
    receiverCity: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        ...shown({ label: { pt: 'Cidade do titular', en: 'City of the holder' } }),
      }),
    ),
    infractions: Type.Optional(infractionSettings),
    statement,
  },
  { additionalProperties: false },
)

export type ApiPixSettings = Static<typeof apiPixSettings>
export type InfractionSettings = Static<typeof infractionSettings>

/** The permissions to request with a token. */
export const scopesOf = (settings: ApiPixSettings): readonly string[] =>
  settings.scopes?.split(' ') ?? neededScopes(settings)

/** The permissions that the gateway uses. */
export const neededScopes = ({ infractions }: ApiPixSettings): readonly string[] => [
  ...usualScopes,
  ...(infractions ? infractionScopes : []),
]

/** The settings that the bank requires and that are absent. */
export function missingSettings(settings: ApiPixSettings): readonly string[] {
  const { clientAuth, query = {} } = bankOf(settings.bank)
  const required = [
    ...(clientAuth === 'none' ? [] : (['clientSecret'] as const)),
    ...Object.values(query),
  ]
  return required.filter((name) => settings[name] === undefined)
}

/** Whether the credential was granted charges with a due date. */
export const takesDueCharges = (settings: ApiPixSettings): boolean =>
  ['cobv.write', 'cobv.read'].every((scope) => scopesOf(settings).includes(scope))
