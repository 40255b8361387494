import { Type } from 'typebox'
import { envelopeOf } from '../../../contract/envelope.ts'
import {
  ChosenAccountRequest,
  EndedLoginsWire,
  InstallationWire,
  ListedLoginWire,
  LoginWire,
} from '../../../contract/people.ts'
import { chooseAccount } from '../../people/choose-account.ts'
import { deviceName } from '../../people/device-name.ts'
import { openLoginsOf } from '../../people/login-store.ts'
import { permissionsOf } from '../../people/role.ts'
import { endLogin, endOtherLogins } from '../../people/sign-in.ts'
import { endpoint, loginEndpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { loginTextOf, nextStep } from '../request/login-access.ts'
import { validate } from '../request/validation.ts'

export const getInstallation = endpoint({
  summary: 'Onde este painel está',
  answer: envelopeOf(InstallationWire),
  async handle({ app }, { headers }) {
    const text = loginTextOf({ headers })
    const holder = text === undefined ? undefined : await app.people.logins.peek(text)
    return {
      message: { pt: 'Esta instalação.', en: 'This installation.' },
      data: {
        mode: app.config.mode,
        isSignedIn: holder !== undefined,
        sandboxUrl: app.links.sandboxUrl ?? null,
      },
    }
  },
})

export const getLogin = loginEndpoint({
  summary: 'Quem entrou, e o que pode fazer',
  loginStage: 'second-factor',
  answer: envelopeOf(LoginWire),
  handle({ app }, { login: holder }) {
    const { login, person, memberships, hasSecondFactor, lastAccountId } = holder
    const next = nextStep(holder, app.config.mode)
    return {
      message: { pt: 'Seu login.', en: 'Your login.' },
      data: {
        id: login.id,
        kind: login.kind,
        next,
        provedAt: login.provedAt?.toISOString() ?? null,
        expiresAt: login.expiresAt.toISOString(),
        person: {
          id: person.id,
          name: person.name,
          email: person.email,
          language: person.language,
          hasSecondFactor,
        },
        accountId: lastAccountId,
        // What a login without its second factor may do is nothing.
        memberships:
          next === null
            ? memberships.map((membership) => ({
                accountId: membership.accountId,
                accountName: membership.accountName,
                role: membership.role,
                permissions: [...permissionsOf(membership)] as never,
              }))
            : [],
      },
    }
  },
})

export const putAccount = loginEndpoint({
  summary: 'Escolher a conta das chamadas sem Guiche-Account',
  body: ChosenAccountRequest,
  answer: envelopeOf(ChosenAccountRequest),
  rejections: ['validation-failed', 'not-found'],
  async handle({ app }, { login, body }) {
    const { accountId } = validate(ChosenAccountRequest, body)
    await chooseAccount(app, login, accountId)
    return { message: { pt: 'Conta escolhida.', en: 'Account chosen.' }, data: { accountId } }
  },
})

export const listLogins = loginEndpoint({
  summary: 'Listar os seus logins',
  answer: envelopeOf(Type.Array(ListedLoginWire)),
  async handle({ app }, { login: { login, person }, language }) {
    const logins = await openLoginsOf(app.sql, person.id)
    return {
      message: { pt: 'Seus logins.', en: 'Your logins.' },
      data: logins.map(({ id, kind, address, userAgent, createdAt, lastSeenAt }) => ({
        ...{ id, kind, address, userAgent },
        device: deviceName(userAgent ?? '', language),
        isThisOne: id === login.id,
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
      })),
    }
  },
})

export const deleteLogin = loginEndpoint({
  summary: 'Encerrar um login',
  description: 'Deixa de valer em todos os processos em até dois segundos.',
  answer: envelopeOf(EndedLoginsWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    await endLogin(app, request.login.person, idFrom(request))
    return { message: { pt: 'Login encerrado.', en: 'Login ended.' }, data: { ended: 1 } }
  },
})

export const deleteOtherLogins = loginEndpoint({
  summary: 'Encerrar todos os outros logins',
  answer: envelopeOf(EndedLoginsWire),
  async handle({ app }, { login: { login, person } }) {
    const ended = await endOtherLogins(app, person, login.id)
    return { message: { pt: 'Logins encerrados.', en: 'Logins ended.' }, data: { ended } }
  },
})
