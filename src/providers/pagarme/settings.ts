import { type Static, Type } from 'typebox'
import { commonSettings } from '../acquirer/common-settings.ts'
import { deviceWalletSettings } from '../device-wallet/settings.ts'
import { shown } from '../settings-form/setting.ts'
import { askEveryForm, httpsUrl, statement } from '../settings-form/usual-settings.ts'

export const usualAskEveryMs = 15 * 60_000
export const usualContract = 'gateway'

/** What an operator enters to sell through Pagar.me core v5. */
export const pagarmeSettings = Type.Object(
  {
    baseUrl: httpsUrl(
      { pt: 'Endereço da API', en: 'Address of the API' },
      { pt: 'https://api.pagar.me/core/v5.', en: 'https://api.pagar.me/core/v5.' },
    ),
    secretKey: Type.String({
      pattern: '^sk_[0-9A-Za-z_]{8,128}$',
      ...shown({
        label: { pt: 'Chave secreta', en: 'Secret key' },
        help: { pt: 'A chave da conta, sk_….', en: 'The key of the account, sk_….' },
        isSecret: true,
      }),
    }),
    notice: Type.Object(
      {
        user: Type.String({
          pattern: '^[\\x21-\\x39\\x3b-\\x7e]{1,64}$',
          ...shown({
            label: { pt: 'Usuário', en: 'User' },
            help: { pt: 'Sem espaço nem dois-pontos.', en: 'Without spaces and colons.' },
          }),
        }),
        password: Type.String({
          pattern: '^[\\x21-\\x7e]{16,128}$',
          ...shown({
            label: { pt: 'Senha', en: 'Password' },
            help: {
              pt: 'De 16 a 128 caracteres, sem espaço.',
              en: '16 to 128 characters, without spaces.',
            },
            isSecret: true,
          }),
        }),
      },
      {
        additionalProperties: false,
        ...shown({
          label: { pt: 'Avisos', en: 'Notices' },
          help: {
            pt: 'As credenciais Basic que o Pagar.me envia em cada aviso.',
            en: 'The Basic credentials that Pagar.me sends with each notice.',
          },
        }),
      },
    ),
    ...commonSettings,
    contract: Type.Optional(
      Type.Union(
        [
          Type.Literal('gateway', shown({ label: { pt: 'Gateway', en: 'Gateway' } })),
          Type.Literal('psp', shown({ label: { pt: 'PSP', en: 'PSP' } })),
        ],
        {
          default: usualContract,
          ...shown({
            label: { pt: 'Contrato', en: 'Contract' },
            help: {
              pt: 'No PSP o Pagar.me exige e-mail, documento, telefone e endereço do cliente.',
              en: 'With PSP, Pagar.me requires e-mail, document, phone and address of the customer.',
            },
          }),
        },
      ),
    ),
    publicKey: Type.Optional(
      Type.String({
        pattern: '^pk_[0-9A-Za-z_]{8,128}$',
        ...shown({
          label: { pt: 'Chave pública', en: 'Public key' },
          help: {
            pt: 'Com a chave da conta, pk_…, o cartão vai em um token, e não no pedido.',
            en: 'With the key of the account, pk_…, the card is sent as a token, not in the order.',
          },
        }),
      }),
    ),
    chargebacks: Type.Optional(
      Type.Object(
        {
          askEveryMs: Type.Optional(
            Type.Integer({ minimum: 1_000, default: usualAskEveryMs, ...askEveryForm }),
          ),
        },
        {
          additionalProperties: false,
          ...shown({
            label: { pt: 'Disputas', en: 'Chargebacks' },
            help: {
              pt: 'Só no contrato PSP, cujas cobranças informam disputas.',
              en: 'Only with the contract PSP, whose charges report chargebacks.',
            },
          }),
        },
      ),
    ),
    /**
     * Present: Pagar.me enabled the wallet for the account, and Device Pay is offered behind it.
     */
    wallet: Type.Optional(deviceWalletSettings),
    statement,
  },
  { additionalProperties: false },
)

export type PagarmeSettings = Static<typeof pagarmeSettings>
