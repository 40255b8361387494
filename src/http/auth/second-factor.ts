import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  RecoveryCodesWire,
  SecondFactorsWire,
  TotpConfirmationRequest,
  TotpWire,
} from '../../../contract/people.ts'
import {
  beginTotp,
  confirmTotp,
  readSecondFactors,
  removeTotp,
  renewRecoveryCodes,
} from '../../people/second-factor.ts'
import { loginEndpoint } from '../request/endpoint.ts'
import { validate } from '../request/validation.ts'

export const getSecondFactors = loginEndpoint({
  summary: 'Ver os segundos fatores que você tem',
  loginStage: 'second-factor',
  answer: envelopeOf(SecondFactorsWire),
  async handle({ app }, { login }) {
    return {
      message: { pt: 'Seus segundos fatores.', en: 'Your second factors.' },
      data: await readSecondFactors(app, login),
    }
  },
})

export const postTotp = loginEndpoint({
  summary: 'Cadastrar um aplicativo de códigos',
  description:
    'O aplicativo passa a valer quando o primeiro código é confirmado, em até dez minutos se ele substitui outro. Até lá vale o anterior.',
  loginStage: 'enrolment',
  answer: envelopeOf(TotpWire),
  rejections: ['proof-required'],
  async handle({ app }, { login }) {
    const data = await beginTotp(app, login)
    return {
      message: {
        pt: 'Leia o QR code no aplicativo e confirme com um código.',
        en: 'Read the QR code in the app and confirm with a code.',
      },
      data,
    }
  },
})

export const postTotpConfirmation = loginEndpoint({
  summary: 'Confirmar o aplicativo com o primeiro código',
  description: 'Encerra os outros logins e dá os códigos de recuperação, só desta vez.',
  loginStage: 'enrolment',
  body: TotpConfirmationRequest,
  answer: envelopeOf(RecoveryCodesWire),
  rejections: ['validation-failed', 'second-factor-refused'],
  async handle({ app }, { login, body }) {
    const { code } = validate(TotpConfirmationRequest, body)
    const recoveryCodes = await confirmTotp(app, login, code)
    return { message: keepThem, data: { recoveryCodes: [...recoveryCodes] } }
  },
})

export const deleteTotp = loginEndpoint({
  summary: 'Remover o aplicativo de códigos',
  description: 'O único segundo fator de quem precisa de um não se remove.',
  answer: envelopeOf(Type.Null()),
  rejections: ['proof-required', 'second-factor-missing', 'second-factor-last'],
  async handle({ app }, { login }) {
    await removeTotp(app, login)
    return { message: { pt: 'Aplicativo removido.', en: 'App removed.' }, data: null }
  },
})

export const postRecoveryCodes = loginEndpoint({
  summary: 'Trocar os códigos de recuperação',
  description: 'Os anteriores deixam de valer.',
  answer: envelopeOf(RecoveryCodesWire),
  rejections: ['proof-required', 'second-factor-missing'],
  async handle({ app }, { login }) {
    const recoveryCodes = await renewRecoveryCodes(app, login)
    return { message: keepThem, data: { recoveryCodes: [...recoveryCodes] } }
  },
})

const keepThem = {
  pt: 'Guarde os códigos de recuperação: eles não serão mostrados de novo.',
  en: 'Keep the recovery codes: they are not shown again.',
}
