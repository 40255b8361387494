import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  PasskeyNameRequest,
  PasskeyRequest,
  PasskeySignInBeginWire,
  PasskeySignInRequest,
  PasskeyWire,
  SignedInWire,
} from '../../../contract/people.ts'
import { beginPasskeyProof } from '../../people/check-passkey.ts'
import { type ListedPasskey, passkeysOf } from '../../people/passkey-store.ts'
import {
  beginPasskey,
  beginPasskeySignIn,
  finishPasskey,
  finishPasskeySignIn,
  removePasskey,
  renamePasskey,
} from '../../people/passkeys.ts'
import { endpoint, loginEndpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { loginCookieFor } from '../request/login-access.ts'
import { validate } from '../request/validation.ts'
import { originOf } from './origin-of.ts'

export const postPasskeyCreation = loginEndpoint({
  summary: 'Começar a cadastrar uma chave de acesso',
  description: 'data vai a navigator.credentials.create, como publicKey em JSON.',
  loginStage: 'enrolment',
  answer: envelopeOf(Type.Unknown()),
  rejections: ['proof-required'],
  async handle({ app }, { login }) {
    const data = await beginPasskey(app, login)
    return { message: { pt: 'Confirme no aparelho.', en: 'Confirm on the device.' }, data }
  },
})

export const postPasskey = loginEndpoint({
  summary: 'Cadastrar a chave de acesso',
  description: 'Se for o seu primeiro segundo fator, os seus outros logins são encerrados.',
  loginStage: 'enrolment',
  body: PasskeyRequest,
  answer: envelopeOf(PasskeyWire),
  rejections: ['validation-failed', 'passkey-refused', 'name-invalid'],
  async handle({ app }, { login, body }) {
    const passkey = await finishPasskey(app, login, validate(PasskeyRequest, body))
    return {
      message: { pt: 'Chave de acesso cadastrada.', en: 'Passkey registered.' },
      data: renderPasskey(passkey),
    }
  },
})

export const listPasskeys = loginEndpoint({
  summary: 'Listar as suas chaves de acesso',
  answer: envelopeOf(Type.Array(PasskeyWire)),
  async handle({ app }, { login: { person } }) {
    const passkeys = await passkeysOf(app.sql, person.id)
    return {
      message: { pt: 'Suas chaves de acesso.', en: 'Your passkeys.' },
      data: passkeys.map(renderPasskey),
    }
  },
})

export const patchPasskey = loginEndpoint({
  summary: 'Mudar o nome de uma chave de acesso',
  body: PasskeyNameRequest,
  answer: envelopeOf(PasskeyWire),
  rejections: ['validation-failed', 'not-found', 'name-invalid'],
  async handle({ app }, request) {
    const { name } = validate(PasskeyNameRequest, request.body)
    const passkey = await renamePasskey(app, request.login, { id: idFrom(request), name })
    return {
      message: { pt: 'Nome mudado.', en: 'Renamed.' },
      data: renderPasskey(passkey),
    }
  },
})

export const deletePasskey = loginEndpoint({
  summary: 'Remover uma chave de acesso',
  description: 'O único segundo fator de quem precisa de um não se remove.',
  answer: envelopeOf(Type.Null()),
  rejections: ['not-found', 'proof-required', 'second-factor-last'],
  async handle({ app }, request) {
    await removePasskey(app, request.login, idFrom(request))
    return { message: { pt: 'Chave de acesso removida.', en: 'Passkey removed.' }, data: null }
  },
})

export const postPasskeyChallenge = loginEndpoint({
  summary: 'Começar a mostrar uma chave de acesso como segundo fator',
  description:
    'data vai a navigator.credentials.get, como publicKey em JSON. A resposta vai em passkey a /api/auth/second-factor ou /api/auth/proof, deste login, em até cinco minutos.',
  loginStage: 'second-factor',
  answer: envelopeOf(Type.Unknown()),
  rejections: ['second-factor-missing'],
  async handle({ app }, { login }) {
    const data = await beginPasskeyProof(app, login)
    return { message: { pt: 'Confirme no aparelho.', en: 'Confirm on the device.' }, data }
  },
})

export const postPasskeySignInBegin = endpoint({
  summary: 'Começar a entrar com uma chave de acesso',
  description: 'data.options vai a navigator.credentials.get, como publicKey em JSON.',
  answer: envelopeOf(PasskeySignInBeginWire),
  async handle({ app }) {
    const data = await beginPasskeySignIn(app)
    return { message: { pt: 'Confirme no aparelho.', en: 'Confirm on the device.' }, data }
  },
})

export const postPasskeySignIn = endpoint({
  summary: 'Entrar com uma chave de acesso',
  description: 'O aparelho confere a pessoa, então vale pela senha e pelo segundo fator.',
  body: PasskeySignInRequest,
  answer: envelopeOf(SignedInWire),
  rejections: ['validation-failed', 'passkey-refused'],
  async handle({ app }, request) {
    const sent = validate(PasskeySignInRequest, request.body)
    const { token } = await finishPasskeySignIn(app, sent, originOf(request))
    return {
      message: { pt: 'Você entrou.', en: 'You are signed in.' },
      data: { next: null },
      headers: { 'set-cookie': loginCookieFor(token) },
    }
  },
})

const renderPasskey = ({ id, name, createdAt, lastUsedAt }: ListedPasskey) => ({
  ...{ id, name },
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
