import { type Static, Type } from 'typebox'
import { shown } from '../settings-form/setting.ts'

/** What an operator enters for a mailbox: a folder that a provider or a network serves by SFTP. */
export const mailboxSettings = Type.Object(
  {
    host: Type.String({
      pattern: '^[0-9A-Za-z.:-]{1,253}$',
      ...shown({ label: { pt: 'Endereço', en: 'Host' } }),
    }),
    port: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 65_535,
        default: 22,
        ...shown({ label: { pt: 'Porta', en: 'Port' } }),
      }),
    ),
    user: Type.String({
      minLength: 1,
      maxLength: 128,
      ...shown({ label: { pt: 'Usuário', en: 'User' } }),
    }),
    password: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_024,
        ...shown({ label: { pt: 'Senha', en: 'Password' }, isSecret: true }),
      }),
    ),
    privateKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 65_536,
        ...shown({
          label: { pt: 'Chave privada', en: 'Private key' },
          help: {
            pt: 'No formato do OpenSSH ou em PEM, sem senha. No lugar da senha.',
            en: 'In the form of OpenSSH or in PEM, without a passphrase. In place of the password.',
          },
          isSecret: true,
        }),
      }),
    ),
    hostKey: Type.String({
      pattern: '^SHA256:[0-9A-Za-z+/]{43}$',
      ...shown({
        label: { pt: 'Impressão digital do servidor', en: 'Fingerprint of the server' },
        help: {
          pt: 'Como ssh-keygen -l a mostra: SHA256:…. Peça-a ao provedor.',
          en: 'As ssh-keygen -l shows it: SHA256:…. Ask the provider for it.',
        },
      }),
    }),
    folder: Type.Optional(
      Type.String({
        pattern: '^[^\\p{Cc}]{1,255}$',
        default: '.',
        ...shown({ label: { pt: 'Pasta', en: 'Folder' } }),
      }),
    ),
  },
  {
    additionalProperties: false,
    ...shown({
      label: { pt: 'Caixa postal (SFTP)', en: 'Mailbox (SFTP)' },
      help: {
        pt: 'Onde o provedor deixa os arquivos de cada dia. Com isto, são comparados com os livros.',
        en: 'Where the provider leaves the files of each day. With this they are compared with the books.',
      },
    }),
  },
)

export type MailboxSettings = Static<typeof mailboxSettings>
