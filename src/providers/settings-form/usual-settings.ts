import { Type } from 'typebox'
import { pemFiles, type SettingText, shown } from './setting.ts'

// Settings that several providers have.

const longestFile = 65_536

/** A file in PEM. */
export const pem = (label: SettingText, help?: SettingText) =>
  Type.String({
    minLength: 1,
    maxLength: longestFile,
    ...shown({ label, accept: pemFiles, ...(help && { help }) }),
  })

export const httpsUrl = (label: SettingText, help?: SettingText) =>
  Type.String({
    pattern: '^https://[^\\s?#]+$',
    maxLength: 255,
    ...shown({ label, ...(help && { help }) }),
  })

export const tokenUrl = httpsUrl(
  { pt: 'Endereço dos tokens de acesso', en: 'Address for access tokens' },
  {
    pt: 'Endereço OAuth do provedor, por exemplo https://pix.banco.com.br/oauth/token.',
    en: 'The OAuth address of the provider, for example https://pix.banco.com.br/oauth/token.',
  },
)

export const clientId = Type.String({
  minLength: 1,
  maxLength: 255,
  ...shown({ label: { pt: 'Client ID', en: 'Client ID' } }),
})

export const clientSecret = Type.String({
  minLength: 1,
  maxLength: 1_024,
  ...shown({ label: { pt: 'Client secret', en: 'Client secret' }, isSecret: true }),
})

export const certificate = pem(
  { pt: 'Nosso certificado', en: 'Our certificate' },
  {
    pt: 'O certificado de cliente com que o gateway se identifica, em PEM.',
    en: 'The client certificate with which the gateway identifies itself, in PEM.',
  },
)

export const privateKeyForm = shown({
  label: { pt: 'Chave privada do certificado', en: 'Private key of the certificate' },
  help: { pt: 'Em PEM, sem senha.', en: 'In PEM, without a passphrase.' },
  isSecret: true,
  accept: pemFiles,
})

export const privateKey = Type.String({ minLength: 1, maxLength: longestFile, ...privateKeyForm })

export const caForm = shown({
  label: { pt: 'Autoridades certificadoras', en: 'Certificate authorities' },
  help: {
    pt: 'Em PEM. São aceitas no lugar das públicas.',
    en: 'In PEM. They are trusted instead of the public ones.',
  },
  accept: pemFiles,
})

export const ca = Type.Optional(Type.String({ minLength: 1, maxLength: longestFile, ...caForm }))

/** As `ca`, and an empty text is valid. */
export const caOrEmpty = Type.Optional(Type.String({ maxLength: longestFile, ...caForm }))

/** How often a provider is asked about disputes. */
export const askEveryForm = shown({
  label: {
    pt: 'Intervalo entre consultas (ms)',
    en: 'Interval between queries (ms)',
  },
  help: {
    pt: 'A cada quantos milissegundos as disputas são consultadas.',
    en: 'The number of milliseconds between two queries for disputes.',
  },
})

/** Whether the statement of each day is read from the API. */
export const statement = Type.Optional(
  Type.Boolean({
    default: false,
    ...shown({
      label: { pt: 'Extrato diário', en: 'Daily statement' },
      help: {
        pt: 'O extrato de cada dia é lido da API do provedor e comparado com os livros.',
        en: 'The statement of each day is read from the API of the provider and compared with the books.',
      },
    }),
  }),
)
