import type { Static } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  EndedLoginsWire,
  ProofRequest,
  ProofWire,
  SecondFactorRequest,
  SignedInWire,
  SignInRequest,
} from '../../../contract/people.ts'
import { prove, type ShownFactor } from '../../people/second-factor.ts'
import { completeSignIn, endLogin, signIn } from '../../people/sign-in.ts'
import { Rejection } from '../../primitives/rejection.ts'
import { endpoint, loginEndpoint } from '../request/endpoint.ts'
import { endedLoginCookie, loginCookieFor } from '../request/login-access.ts'
import { validate } from '../request/validation.ts'
import { originOf } from './origin-of.ts'

export const postSignIn = endpoint({
  summary: 'Entrar com e-mail e senha',
  description:
    'O login vem num cookie. Com next igual a second-factor ele só abre o segundo passo, por dez minutos.',
  body: SignInRequest,
  answer: envelopeOf(SignedInWire),
  rejections: ['validation-failed', 'sign-in-refused'],
  async handle({ app }, request) {
    const sent = validate(SignInRequest, request.body)
    const { token, needsSecondFactor } = await signIn(app, sent, originOf(request))
    return {
      message: needsSecondFactor
        ? { pt: 'Agora mostre o segundo fator.', en: 'Now show the second factor.' }
        : { pt: 'Você entrou.', en: 'You are signed in.' },
      data: { next: needsSecondFactor ? ('second-factor' as const) : null },
      headers: { 'set-cookie': loginCookieFor(token) },
    }
  },
})

export const postSecondFactor = loginEndpoint({
  summary: 'Mostrar o segundo fator ao entrar',
  description:
    'Um código do aplicativo, um código de recuperação ou, em passkey, a resposta do navegador às opções de POST /api/auth/passkeys/challenge.',
  loginStage: 'second-factor',
  body: SecondFactorRequest,
  answer: envelopeOf(SignedInWire),
  rejections: ['validation-failed', 'second-factor-refused', 'passkey-refused'],
  async handle({ app }, request) {
    const shown = shownFactor(validate(SecondFactorRequest, request.body))
    const { token } = await completeSignIn(app, request.login, shown, originOf(request))
    return {
      message: { pt: 'Você entrou.', en: 'You are signed in.' },
      data: { next: null },
      headers: { 'set-cookie': loginCookieFor(token) },
    }
  },
})

export const postSignOut = loginEndpoint({
  summary: 'Sair',
  loginStage: 'second-factor',
  answer: envelopeOf(EndedLoginsWire),
  async handle({ app }, { login: { person, login } }) {
    await endLogin(app, person, login.id)
    return {
      message: { pt: 'Você saiu.', en: 'You are signed out.' },
      data: { ended: 1 },
      headers: { 'set-cookie': endedLoginCookie },
    }
  },
})

export const postProof = loginEndpoint({
  summary: 'Mostrar o segundo fator de novo',
  description:
    'Mudanças sensíveis pedem um segundo fator mostrado há no máximo dez minutos. Quem ainda não tem nenhum, também para cadastrar o primeiro, envia password.',
  loginStage: 'enrolment',
  body: ProofRequest,
  answer: envelopeOf(ProofWire),
  rejections: ['validation-failed', 'second-factor-refused', 'passkey-refused'],
  async handle({ app }, { login, body }) {
    const { password, ...sent } = validate(ProofRequest, body)
    const shown =
      password === undefined ? shownFactor(sent) : { kind: 'password' as const, password }
    const until = await prove(app, login, shown)
    return {
      message: { pt: 'Confirmado.', en: 'Confirmed.' },
      data: { until: until.toISOString() },
    }
  },
})

/** @throws Rejection `validation-failed` unless exactly one was sent */
function shownFactor(sent: Static<typeof SecondFactorRequest>): ShownFactor {
  const { code, recoveryCode, passkey: response } = sent
  const shown: ShownFactor[] = []
  if (code !== undefined) shown.push({ kind: 'totp', code })
  if (recoveryCode !== undefined) shown.push({ kind: 'recovery', code: recoveryCode })
  if (response !== undefined) shown.push({ kind: 'passkey', response })
  const [only] = shown
  if (only && shown.length === 1) return only
  throw new Rejection('validation-failed', { issues: [{ field: 'code', problem: 'required' }] })
}
