import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  DeviceDecisionRequest,
  DeviceLoginWire,
  DevicePollRequest,
  DevicePollWire,
} from '../../../contract/people.ts'
import { beginDeviceLogin, decideDeviceLogin, pollDeviceLogin } from '../../people/device-login.ts'
import { digestOfSigned } from '../../people/login.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { endpoint, loginEndpoint } from '../request/endpoint.ts'
import { loginTextOf } from '../request/login-access.ts'
import { validate } from '../request/validation.ts'
import { originOf } from './origin-of.ts'

export const postDeviceLogin = endpoint({
  summary: 'Começar o login de uma linha de comando',
  description: 'Mostre userCode e url à pessoa e pergunte a cada intervalSeconds.',
  answer: envelopeOf(DeviceLoginWire),
  async handle({ app }) {
    return {
      message: { pt: 'Confirme no navegador.', en: 'Confirm in the browser.' },
      data: await beginDeviceLogin(app),
    }
  },
})

export const postDevicePoll = endpoint({
  summary: 'Perguntar se a pessoa já decidiu',
  description: 'O token vem uma vez só, e vai em Authorization: Bearer.',
  body: DevicePollRequest,
  answer: envelopeOf(DevicePollWire),
  rejections: ['validation-failed'],
  async handle({ app }, request) {
    const { deviceCode } = validate(DevicePollRequest, request.body)
    const answer = await pollDeviceLogin(app, deviceCode, originOf(request))
    return {
      message: { pt: 'Situação do login.', en: 'State of the login.' },
      data: { state: answer.kind, token: answer.kind === 'approved' ? answer.token : null },
    }
  },
})

export const postDeviceDecision = loginEndpoint({
  summary: 'Permitir ou negar o login de uma linha de comando',
  body: DeviceDecisionRequest,
  answer: envelopeOf(Type.Null()),
  rejections: ['validation-failed', 'link-not-valid'],
  async handle({ app }, { headers, login, body }) {
    const sent = validate(DeviceDecisionRequest, body)
    const tokenDigest = digestOfSigned(app.vault, loginTextOf({ headers }) ?? '')
    if (tokenDigest === undefined) throw new Rejection('login-required')
    await decideDeviceLogin(app, { personId: login.person.id, tokenDigest }, sent)
    return { message: { pt: 'Decidido.', en: 'Decided.' }, data: null }
  },
})
