import { type TSchema, Type } from 'typebox'
import {
  attemptField,
  type FormField,
  formMethodOrder,
  tokenField,
  unitField,
} from '../../../checkout/form/form-view.ts'
import { MerchantSession } from '../../../contract/device-pay.ts'
import { envelopeOf } from '../../../contract/envelope.ts'
import { Text, transactionStatuses } from '../../../contract/fields.ts'

/** The fields of the form that a payer sends, for the reference: every one is a text. */
const fields = {
  method: Type.Enum([...formMethodOrder]),
  amount: Type.Optional(Text(120, 'Em reais, como digitado: 10,50. Só se o valor é aberto.')),
  quantity: Type.Optional(Text(120, 'Só se a quantidade é aberta.')),
  name: Type.Optional(Text(120)),
  email: Type.Optional(Text(120)),
  document: Type.Optional(Text(120, 'CPF ou CNPJ. Obrigatório em boleto e Device Pay.')),
  zipCode: Type.Optional(Text(120, 'CEP. Com o resto do endereço, se o banco do boleto o pede.')),
  street: Type.Optional(Text(120)),
  streetNumber: Type.Optional(Text(120)),
  complement: Type.Optional(Text(120)),
  neighborhood: Type.Optional(Text(120)),
  city: Type.Optional(Text(120)),
  state: Type.Optional(Text(120, 'A sigla do estado.')),
  cardNumber: Type.Optional(Text(120)),
  cardHolder: Type.Optional(Text(120)),
  cardExpiry: Type.Optional(Text(120, 'Mês e ano: 08/31.')),
  cardCvv: Type.Optional(Text(120)),
  installments: Type.Optional(Text(120)),
  [attemptField]: Type.Optional(
    Text(120, 'A tentativa, um UUID: o mesmo formulário duas vezes é pago uma só.'),
  ),
  [unitField]: Type.Optional(Text(120, 'O preço que o formulário mostrou, em centavos.')),
  [tokenField]: Type.Optional(
    Text(32_768, 'O token inteiro do dispositivo, em JSON. Só em Device Pay.'),
  ),
} satisfies Readonly<
  Record<FormField | typeof attemptField | typeof unitField | typeof tokenField, TSchema>
>

export const CheckoutForm = Type.Object(fields)

/** The form of a sheet that has just opened. */
export const DevicePayForm = Type.Object({
  ...fields,
  validationUrl: Text(256, 'O endereço do evento da sessão do dispositivo.'),
})

export const DevicePayAnswer = envelopeOf(MerchantSession)

/**
 * What the script of a page learns of the form that it sent for a device wallet, with `Accept:
 * application/json`.
 */
export const FormResult = Type.Object({
  status: Type.Enum([...transactionStatuses, 'REJECTED', 'REPEATED'], {
    description:
      'O da transação. REJECTED: nada foi criado. REPEATED: a página de url mostra o resultado.',
  }),
  url: Type.Optional(Type.String({ description: 'A página que mostra o resultado.' })),
  isClosed: Type.Optional(Type.Boolean({ description: 'A página do formulário mudou.' })),
  message: Type.Optional(Type.String({ description: 'Um texto para o pagador.' })),
})

export const FormAnswer = envelopeOf(FormResult)

/** The pages that a sent form leads to: also those with what has to be corrected. */
export const formPages = {
  200: ['text/html'],
  303: [],
  409: ['text/html'],
  410: ['text/html'],
  422: ['text/html'],
} as const satisfies Readonly<Record<number, readonly string[]>>
