import { type Static, Type } from 'typebox'
import { pemFiles, type SettingForm, shown } from '../settings-form/setting.ts'
import { privateKeyForm } from '../settings-form/usual-settings.ts'

const pem = (form: Omit<SettingForm, 'accept'>) =>
  Type.String({
    pattern: '-----BEGIN ',
    maxLength: 65_536,
    ...shown({ ...form, accept: pemFiles }),
  })

/**
 * What an operator enters to register hostnames and open merchant sessions at the wallet's maker,
 * as its platform integrator.
 */
export const deviceWalletSettings = Type.Object(
  {
    gatewayUrl: Type.String({
      pattern: '^https://[^/\\s?#]+/?$',
      maxLength: 255,
      ...shown({
        label: { pt: 'Endereço da carteira', en: 'Address of the wallet' },
        help: {
          pt: 'O único host em que sessões são abertas e domínios registrados.',
          en: 'The only host where sessions are opened and domains are registered.',
        },
      }),
    }),
    certificate: pem({
      label: { pt: 'Certificado de identidade', en: 'Identity certificate' },
      help: {
        pt: 'O certificado de identidade do lojista na carteira, em PEM.',
        en: 'The merchant identity certificate of the wallet, in PEM.',
      },
    }),
    privateKey: Type.String({ pattern: '-----BEGIN ', maxLength: 65_536, ...privateKeyForm }),
    ca: Type.Optional(
      pem({
        label: { pt: 'Autoridades certificadoras', en: 'Certificate authorities' },
        help: {
          pt: 'Em PEM. São aceitas no lugar das públicas.',
          en: 'In PEM. They are trusted instead of the public ones.',
        },
      }),
    ),
    encryptTo: Type.String({
      minLength: 1,
      maxLength: 255,
      ...shown({
        label: { pt: 'Identificador do lojista', en: 'Merchant identifier' },
        help: {
          pt: 'Os tokens são cifrados para a chave deste identificador: o da adquirente ou o nosso.',
          en: 'Tokens are encrypted to the key of this identifier: that of the acquirer or ours.',
        },
      }),
    }),
    association: Type.Object(
      {
        path: Type.String({
          pattern: '^/[A-Za-z0-9._~/-]+$',
          maxLength: 255,
          ...shown({
            label: { pt: 'Caminho', en: 'Path' },
            help: { pt: 'Onde os sites publicam o arquivo.', en: 'Where sites publish the file.' },
          }),
        }),
        content: Type.String({
          minLength: 1,
          maxLength: 65_536,
          ...shown({
            label: { pt: 'Conteúdo', en: 'Content' },
            help: { pt: 'O arquivo, byte por byte.', en: 'The file, byte for byte.' },
            accept: '.txt,*/*',
          }),
        }),
      },
      {
        additionalProperties: false,
        ...shown({
          label: { pt: 'Arquivo de associação', en: 'Association file' },
          help: {
            pt: 'Prova que um domínio usa a carteira.',
            en: 'It proves that a domain uses the wallet.',
          },
        }),
      },
    ),
    validationHosts: Type.Array(Type.String({ pattern: '^[a-z0-9.-]+$', maxLength: 253 }), {
      minItems: 1,
      maxItems: 64,
      ...shown({
        label: { pt: 'Hosts de validação', en: 'Validation hosts' },
        help: {
          pt: 'Nomes exatos que um aparelho pode indicar em validationUrl. O gateway não chama nenhum deles.',
          en: 'Exact names that a device may send in validationUrl. The gateway calls none of them.',
        },
      }),
    }),
    root: pem({
      label: { pt: 'Certificado raiz', en: 'Root certificate' },
      help: {
        pt: 'Todo token deve estar assinado sob ele, em PEM.',
        en: 'Each token must be signed under it, in PEM.',
      },
    }),
    publicKeyHashes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }), {
        minItems: 1,
        maxItems: 8,
        ...shown({
          label: { pt: 'Resumos das chaves públicas', en: 'Hashes of the public keys' },
          help: {
            pt: 'SHA-256 das chaves de processamento em uso, em base64. Sem isto, qualquer uma.',
            en: 'SHA-256 of the processing keys in use, in base64. Without this, any key.',
          },
        }),
      }),
    ),
    decryption: Type.Optional(
      Type.Object(
        {
          privateKey: pem({
            label: { pt: 'Chave de processamento', en: 'Processing key' },
            help: {
              pt: 'Em PEM. Com ela, números de cartão passam por este gateway.',
              en: 'In PEM. With it card numbers pass through this gateway.',
            },
            isSecret: true,
          }),
          merchantIdentifier: Type.String({
            minLength: 1,
            maxLength: 255,
            ...shown({ label: { pt: 'Identificador do lojista', en: 'Merchant identifier' } }),
          }),
        },
        {
          additionalProperties: false,
          ...shown({
            label: { pt: 'Abertura dos tokens', en: 'Decryption of tokens' },
            help: {
              pt: 'Só quando o operador, e não a adquirente, abre os tokens.',
              en: 'Only when the operator, and not the acquirer, opens tokens.',
            },
          }),
        },
      ),
    ),
  },
  {
    additionalProperties: false,
    ...shown({
      label: { pt: 'Device Pay', en: 'Device Pay' },
      help: {
        pt: 'Só se a adquirente habilitou a carteira para a loja.',
        en: 'Only if the acquirer enabled the wallet for the store.',
      },
    }),
  },
)

export type DeviceWalletSettings = Static<typeof deviceWalletSettings>
