import { envelopeOf } from '../../../contract/envelope.ts'
import { ChooseNotificationsRequest, NotificationsWire } from '../../../contract/notifications.ts'
import { chooseNotifications, readNotifications } from '../../people/notification-choices.ts'
import { type LoginRequest, loginEndpoint } from '../request/endpoint.ts'
import { idFrom } from '../request/id-from.ts'
import { validate } from '../request/validation.ts'

export const getNotifications = loginEndpoint({
  summary: 'Ver de que uma conta avisa você por e-mail',
  answer: envelopeOf(NotificationsWire),
  rejections: ['not-found'],
  async handle({ app }, request) {
    const data = await readNotifications(app, memberFrom(request))
    return { message: { pt: 'Seus avisos.', en: 'Your notifications.' }, data }
  },
})

export const putNotifications = loginEndpoint({
  summary: 'Escolher de que uma conta avisa você por e-mail',
  description: 'O que falta fica como está. Convites, senhas e acessos são sempre avisados.',
  body: ChooseNotificationsRequest,
  answer: envelopeOf(NotificationsWire),
  rejections: ['validation-failed', 'not-found'],
  async handle({ app }, request) {
    const member = memberFrom(request)
    await chooseNotifications(app, member, validate(ChooseNotificationsRequest, request.body))
    const data = await readNotifications(app, member)
    return { message: { pt: 'Avisos guardados.', en: 'Notifications saved.' }, data }
  },
})

const memberFrom = (request: LoginRequest) => ({
  personId: request.login.person.id,
  name: request.login.person.name,
  accountId: idFrom(request),
})
