import { Type } from 'typebox'
import { Nullable } from './fields.ts'

/** The mails that each person of an account can turn on or off. */
export const notificationKinds = ['approval', 'dispute', 'webhook', 'cashout', 'key'] as const
export type NotificationKind = (typeof notificationKinds)[number]

const descriptions: Readonly<Record<NotificationKind, string>> = {
  approval: 'Pedidos de aprovação e decisões.',
  dispute: 'Disputas abertas, com o prazo.',
  webhook: 'Endereços de webhook que não respondem.',
  cashout: 'Saques de R$ 10.000,00 ou mais.',
  key: 'Chaves criadas.',
}

const shown = (kind: NotificationKind) =>
  Nullable(Type.Boolean({ description: `${descriptions[kind]} Nulo: o seu papel não os vê.` }))
const chosen = (kind: NotificationKind) =>
  Type.Optional(Type.Boolean({ description: descriptions[kind] }))

/** The mails that a person receives about an account. */
export const NotificationsWire = Type.Object(
  {
    approval: shown('approval'),
    dispute: shown('dispute'),
    webhook: shown('webhook'),
    cashout: shown('cashout'),
    key: shown('key'),
  },
  { $id: 'Notifications' },
)

/** What is left out stays as it is. */
export const ChooseNotificationsRequest = Type.Object(
  {
    approval: chosen('approval'),
    dispute: chosen('dispute'),
    webhook: chosen('webhook'),
    cashout: chosen('cashout'),
    key: chosen('key'),
  },
  { $id: 'ChooseNotificationsRequest', additionalProperties: false, minProperties: 1 },
)
