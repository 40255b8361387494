import { Type } from 'typebox'
import { type SettingText, shown } from '../settings-form/setting.ts'

// Settings of banks that register boletos.

const addressPart = (label: SettingText, maxLength: number) =>
  Type.String({ minLength: 1, maxLength, ...shown({ label }) })

/** For orders without an address of their payer. */
export const payerAddress = Type.Object(
  {
    street: addressPart({ pt: 'Rua e número', en: 'Street and number' }, 60),
    neighborhood: addressPart({ pt: 'Bairro', en: 'Neighborhood' }, 30),
    city: addressPart({ pt: 'Cidade', en: 'City' }, 30),
    state: Type.String({
      pattern: '^[A-Z]{2}$',
      ...shown({ label: { pt: 'Estado (sigla)', en: 'State (two letters)' } }),
    }),
    zipCode: Type.String({
      pattern: '^[0-9]{8}$',
      ...shown({
        label: { pt: 'CEP', en: 'CEP' },
        help: { pt: 'Oito dígitos.', en: 'Eight digits.' },
      }),
    }),
  },
  {
    additionalProperties: false,
    ...shown({
      label: { pt: 'Endereço de quem paga', en: 'Address of the payer' },
      help: {
        pt: 'Usado quando o pedido não traz um. Sem ele, esses pedidos são recusados.',
        en: 'Used for orders without one. If it is not entered, such orders are refused.',
      },
    }),
  },
)

/** The receiver, as printed on each boleto. */
export const beneficiary = Type.Object(
  {
    name: Type.String({
      minLength: 1,
      maxLength: 100,
      ...shown({ label: { pt: 'Nome', en: 'Name' } }),
    }),
    document: Type.String({
      pattern: '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$',
      ...shown({
        label: { pt: 'CPF ou CNPJ', en: 'CPF or CNPJ' },
        help: { pt: 'Sem pontuação.', en: 'Without punctuation.' },
      }),
    }),
    address: Type.String({
      minLength: 1,
      maxLength: 200,
      ...shown({
        label: { pt: 'Endereço', en: 'Address' },
        help: {
          pt: 'Impresso no boleto (Lei 12.039/2009).',
          en: 'Printed on the boleto (Lei 12.039/2009).',
        },
      }),
    }),
  },
  {
    additionalProperties: false,
    ...shown({
      label: { pt: 'Beneficiário', en: 'Beneficiary' },
      help: {
        pt: 'Quem recebe, como sai no boleto.',
        en: 'The receiver, as printed on the boleto.',
      },
    }),
  },
)
