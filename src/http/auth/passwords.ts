import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  PasswordChangeRequest,
  PasswordForgottenRequest,
  PasswordResetRequest,
} from '../../../contract/people.ts'
import {
  changePassword,
  requestPasswordReset,
  resetPassword,
} from '../../people/change-password.ts'
import { endpoint, loginEndpoint } from '../request/endpoint.ts'
import { endedLoginCookie } from '../request/login-access.ts'
import { validate } from '../request/validation.ts'

export const postPassword = loginEndpoint({
  summary: 'Trocar a senha',
  description: 'Encerra os outros logins.',
  body: PasswordChangeRequest,
  answer: envelopeOf(Type.Null()),
  rejections: ['validation-failed', 'second-factor-refused', 'password-refused'],
  async handle({ app }, { login, body }) {
    const { current, password } = validate(PasswordChangeRequest, body)
    await changePassword(app, login, { current, next: password })
    return { message: { pt: 'Senha trocada.', en: 'Password changed.' }, data: null }
  },
})

export const postForgottenPassword = endpoint({
  summary: 'Pedir uma senha nova por e-mail',
  description:
    'A resposta é a mesma para um endereço que não conhecemos. Uma pessoa recebe no máximo um link por minuto.',
  body: PasswordForgottenRequest,
  answer: envelopeOf(Type.Null()),
  rejections: ['validation-failed'],
  async handle({ app }, { body }) {
    await requestPasswordReset(app, validate(PasswordForgottenRequest, body).email)
    return {
      message: {
        pt: 'Se este endereço tem login, a mensagem com o link está a caminho.',
        en: 'If this address has a login, the mail with the link is on its way.',
      },
      data: null,
    }
  },
})

export const postPasswordReset = endpoint({
  summary: 'Escolher uma senha nova com o link do e-mail',
  description: 'Encerra todos os logins. Depois entre com a senha nova e o segundo fator.',
  body: PasswordResetRequest,
  answer: envelopeOf(Type.Null()),
  rejections: ['validation-failed', 'link-not-valid', 'password-refused'],
  async handle({ app }, { body }) {
    await resetPassword(app, validate(PasswordResetRequest, body))
    return {
      message: { pt: 'Senha trocada. Entre com ela.', en: 'Password changed. Sign in with it.' },
      data: null,
      headers: { 'set-cookie': endedLoginCookie },
    }
  },
})
