import { type Static, Type } from 'typebox'
import { commonSettings } from '../acquirer/common-settings.ts'
import { shown } from '../settings-form/setting.ts'
import { httpsUrl } from '../settings-form/usual-settings.ts'
import { localFolderSetting } from '../statement/local-folder.ts'
import { mailboxSettings } from '../statement/mailbox.ts'

/**
 * What an operator enters to sell through e.Rede. Device Pay is not offered behind it: its fields
 * are not published.
 */
export const redeSettings = Type.Object(
  {
    baseUrl: httpsUrl(
      { pt: 'Endereço da API', en: 'Address of the API' },
      { pt: 'https://api.userede.com.br/erede/v2.', en: 'https://api.userede.com.br/erede/v2.' },
    ),
    tokenUrl: httpsUrl(
      { pt: 'Endereço dos tokens de acesso', en: 'Address for access tokens' },
      {
        pt: 'https://api.userede.com.br/redelabs/oauth2/token.',
        en: 'https://api.userede.com.br/redelabs/oauth2/token.',
      },
    ),
    affiliation: Type.String({
      pattern: '^[0-9]{1,20}$',
      ...shown({
        label: { pt: 'Número de filiação (PV)', en: 'Affiliation number (PV)' },
        help: { pt: 'Só dígitos.', en: 'Digits only.' },
      }),
    }),
    token: Type.String({
      pattern: '^[\\x21-\\x7e]{16,128}$',
      ...shown({
        label: { pt: 'Chave de integração (token)', en: 'Integration key (token)' },
        isSecret: true,
      }),
    }),
    /** Rede's own files. The mailbox counts before the folder. */
    edi: Type.Optional(mailboxSettings),
    ediFolder: Type.Optional(localFolderSetting),
    ...commonSettings,
  },
  { additionalProperties: false },
)

export type RedeSettings = Static<typeof redeSettings>
