import { type Static, Type } from 'typebox'

const pem = (description: string) =>
  Type.String({ pattern: '-----BEGIN ', maxLength: 65_536, description })

/**
 * What an operator enters to register hostnames and open merchant sessions at the wallet's maker,
 * as its platform integrator.
 */
export const deviceWalletSettings = Type.Object(
  {
    gatewayUrl: Type.String({
      pattern: '^https://[^/\\s?#]+/?$',
      maxLength: 255,
      description: 'Host of the wallet gateway: the only host of sessions and registrations',
    }),
    certificate: pem('Merchant identity certificate, PEM'),
    privateKey: pem('Its private key, PEM'),
    ca: Type.Optional(pem('Authorities to trust instead of the public ones, PEM')),
    encryptTo: Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Merchant identifier whose payment processing key tokens are encrypted to: the acquirer’s, or ours',
    }),
    association: Type.Object(
      {
        path: Type.String({
          pattern: '^/[A-Za-z0-9._~/-]+$',
          maxLength: 255,
          description: 'Where sites publish the file',
        }),
        content: Type.String({
          minLength: 1,
          maxLength: 65_536,
          description: 'The file, byte for byte',
        }),
      },
      { additionalProperties: false },
    ),
    validationHosts: Type.Array(Type.String({ pattern: '^[a-z0-9.-]+$', maxLength: 253 }), {
      minItems: 1,
      maxItems: 64,
      description:
        'Hosts a device may name in its validationUrl: exact names. None of them is ever called',
    }),
    root: pem('Certificate that every token must be signed under, PEM'),
    publicKeyHashes: Type.Optional(
      Type.Array(Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$' }), {
        minItems: 1,
        maxItems: 8,
        description: 'SHA-256 of the processing keys in use, base64. Left out: any',
      }),
    ),
    decryption: Type.Optional(
      Type.Object(
        {
          privateKey: pem(
            'Payment processing key, PEM. Card numbers then pass through this gateway',
          ),
          merchantIdentifier: Type.String({ minLength: 1, maxLength: 255 }),
        },
        {
          additionalProperties: false,
          description: 'Only when the operator, not the acquirer, opens tokens',
        },
      ),
    ),
  },
  { additionalProperties: false },
)

export type DeviceWalletSettings = Static<typeof deviceWalletSettings>
