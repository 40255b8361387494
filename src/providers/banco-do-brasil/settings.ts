import { type Static, Type } from 'typebox'
import { beneficiary, payerAddress } from '../boleto/settings.ts'
import { pemFiles, type SettingText, shown } from '../settings-form/setting.ts'
import { caOrEmpty, privateKeyForm, statement } from '../settings-form/usual-settings.ts'
import { localFolderSetting } from '../statement/local-folder.ts'
import { mailboxSettings } from '../statement/mailbox.ts'

const url = (label: SettingText, help: SettingText) =>
  Type.String({ pattern: '^https?://[^\\s?#]+$', maxLength: 255, ...shown({ label, help }) })

const withoutCheckDigit = { pt: 'Sem o dígito verificador.', en: 'Without the check digit.' }

export const defaultNoticeHeader = 'x-notice-secret'
export const defaultAppKeyParameter = 'gw-dev-app-key'

/** The agreement for boletos. */
export const agreementSettings = {
  convenio: Type.String({
    pattern: '^[0-9]{7}$',
    ...shown({
      label: { pt: 'Convênio', en: 'Agreement (convênio)' },
      help: {
        pt: 'Sete dígitos, tipo 4: o gateway numera e emite.',
        en: 'Seven digits, type 4: the gateway numbers and issues.',
      },
    }),
  }),
  carteira: Type.String({
    pattern: '^[0-9]{2}$',
    ...shown({
      label: { pt: 'Carteira', en: 'Portfolio (carteira)' },
      help: { pt: 'Dois dígitos.', en: 'Two digits.' },
    }),
  }),
  variacaoCarteira: Type.String({
    pattern: '^[0-9]{1,3}$',
    ...shown({
      label: { pt: 'Variação da carteira', en: 'Variation of the portfolio' },
      help: { pt: 'Até três dígitos.', en: 'At most three digits.' },
    }),
  }),
  agency: Type.String({
    pattern: '^[0-9]{1,4}$',
    ...shown({ label: { pt: 'Agência', en: 'Branch' }, help: withoutCheckDigit }),
  }),
  account: Type.String({
    pattern: '^[0-9]{1,8}$',
    ...shown({ label: { pt: 'Conta', en: 'Account' }, help: withoutCheckDigit }),
  }),
}

/** What an operator enters to register boletos with Banco do Brasil (API Cobranças v2). */
export const bancoDoBrasilSettings = Type.Object(
  {
    baseUrl: url(
      { pt: 'Endereço da API', en: 'Address of the API' },
      {
        pt: 'Em produção, https://api.bb.com.br/cobrancas/v2.',
        en: 'In production https://api.bb.com.br/cobrancas/v2.',
      },
    ),
    tokenUrl: url(
      { pt: 'Endereço dos tokens de acesso', en: 'Address for access tokens' },
      {
        pt: 'Em produção, https://oauth.bb.com.br/oauth/token.',
        en: 'In production https://oauth.bb.com.br/oauth/token.',
      },
    ),
    clientId: Type.String({
      minLength: 1,
      maxLength: 1024,
      ...shown({ label: { pt: 'Client ID', en: 'Client ID' } }),
    }),
    clientSecret: Type.String({
      minLength: 1,
      maxLength: 1024,
      ...shown({ label: { pt: 'Client secret', en: 'Client secret' }, isSecret: true }),
    }),
    appKey: Type.String({
      pattern: '^[0-9A-Za-z_-]{8,128}$',
      ...shown({
        label: { pt: 'Chave da aplicação', en: 'Application key' },
        help: {
          pt: 'O developer_application_key do portal de desenvolvedores.',
          en: 'The developer_application_key of the portal for developers.',
        },
        isSecret: true,
      }),
    }),
    appKeyParameter: Type.Optional(
      Type.Union(
        [
          Type.Literal(
            'gw-dev-app-key',
            shown({ label: { pt: 'gw-dev-app-key', en: 'gw-dev-app-key' } }),
          ),
          Type.Literal('gw-app-key', shown({ label: { pt: 'gw-app-key', en: 'gw-app-key' } })),
        ],
        {
          default: defaultAppKeyParameter,
          ...shown({
            label: { pt: 'Parâmetro da chave', en: 'Parameter of the key' },
            help: {
              pt: 'O parâmetro de consulta que leva a chave da aplicação.',
              en: 'The query parameter that carries the application key.',
            },
          }),
        },
      ),
    ),
    ...agreementSettings,
    beneficiary,
    payerAddress: Type.Optional(payerAddress),
    noticeSecret: Type.String({
      pattern: '^[\\x21-\\x7e]{16,255}$',
      ...shown({
        label: { pt: 'Segredo dos avisos', en: 'Secret of notices' },
        help: {
          pt: 'O valor do cabeçalho dos avisos, de 16 a 255 caracteres sem espaço.',
          en: 'The value of the header of notices, 16 to 255 characters without spaces.',
        },
        isSecret: true,
      }),
    }),
    noticeHeader: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Za-z-]{1,64}$',
        default: defaultNoticeHeader,
        ...shown({
          label: { pt: 'Cabeçalho dos avisos', en: 'Header of notices' },
          help: {
            pt: 'Posto pelo proxy que encerra o TLS mútuo do banco.',
            en: 'Set by the proxy that ends the mutual TLS of the bank.',
          },
        }),
      }),
    ),
    ca: caOrEmpty,
    certificate: Type.Optional(
      Type.String({
        maxLength: 65_536,
        ...shown({
          label: { pt: 'Nosso certificado', en: 'Our certificate' },
          help: { pt: 'Em PEM, se o banco o pede.', en: 'In PEM, if the bank requires it.' },
          accept: pemFiles,
        }),
      }),
    ),
    certificateKey: Type.Optional(Type.String({ maxLength: 65_536, ...privateKeyForm })),
    /** Returns. The mailbox counts before the folder, and both count before `statement`. */
    returnMailbox: Type.Optional(mailboxSettings),
    returnFolder: Type.Optional(localFolderSetting),
    statement,
  },
  { additionalProperties: false },
)

export type BancoDoBrasilSettings = Static<typeof bancoDoBrasilSettings>
