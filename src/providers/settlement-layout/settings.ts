import { Type } from 'typebox'
import { shown } from '../settings-form/setting.ts'
import { httpsUrl } from '../settings-form/usual-settings.ts'

/**
 * What an operator enters for a provider that provides daily files in our layout: their address.
 * The provider's own credentials give access.
 */
export const settlementFilesSettings = Type.Object(
  {
    url: httpsUrl(
      { pt: 'Endereço dos arquivos', en: 'Address of the files' },
      {
        pt: 'Onde os arquivos diários são listados; cada um fica um nível abaixo.',
        en: 'Where daily files are listed; each is one step below.',
      },
    ),
  },
  {
    additionalProperties: false,
    ...shown({
      label: { pt: 'Arquivos diários', en: 'Daily files' },
      help: {
        pt: 'Com isto, os arquivos do provedor são comparados com os livros a cada dia.',
        en: 'With this, the files of the provider are compared with the books each day.',
      },
    }),
  },
)
