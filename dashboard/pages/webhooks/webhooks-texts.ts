import type { DeliveryState } from '../../../contract/webhook-delivery.ts'
import type { EndpointStatus } from '../../../contract/webhook-endpoint.ts'
import { texts } from '../../text/text.ts'

export const deliveryStateNames = texts({
  waiting: { pt: 'A enviar', en: 'Waiting' },
  held: { pt: 'Em pausa', en: 'Held' },
  delivered: { pt: 'Entregue', en: 'Delivered' },
  exhausted: { pt: 'Falhou', en: 'Failed' },
  stopped: { pt: 'Parada', en: 'Stopped' },
} satisfies Record<DeliveryState, unknown>)

export const endpointStatusNames = texts({
  active: { pt: 'Ativo', en: 'Active' },
  paused: { pt: 'Em pausa', en: 'Paused' },
  deleted: { pt: 'Apagado', en: 'Deleted' },
} satisfies Record<EndpointStatus, unknown>)

export const webhookTexts = texts({
  title: { pt: 'Webhooks', en: 'Webhooks' },
  lead: {
    pt: 'O que acontece na conta chega ao seu servidor por estes endereços.',
    en: 'What happens at the account reaches your server at these addresses.',
  },
  endpoints: { pt: 'Endereços', en: 'Endpoints' },
  deliveries: { pt: 'Entregas', en: 'Deliveries' },
  catalog: { pt: 'Tipos de evento', en: 'Event types' },
  address: { pt: 'Endereço', en: 'Address' },
  description: { pt: 'Descrição', en: 'Description' },
  optional: { pt: 'opcional', en: 'optional' },
  events: { pt: 'Eventos', en: 'Events' },
  allEvents: { pt: 'Todos', en: 'All' },
  eventsHint: {
    pt: 'Vazio: todos. Um tipo por linha, ou um assunto: transaction.*',
    en: 'Empty: all. One type on each line, or a subject: transaction.*',
  },
  status: { pt: 'Situação', en: 'Status' },
  failing: { pt: 'Falhando', en: 'Failing' },
  failingSince: {
    pt: (when: string) => `Todos os avisos a este endereço falham desde ${when}.`,
    en: (when: string) => `Every notice to this address has failed since ${when}.`,
  },
  gone: {
    pt: 'O endereço respondeu 410, e paramos de chamá-lo. Corrija-o e retome. O que esperava naquele momento foi parado: reenvie o que falhou.',
    en: 'The address returned 410, and we stopped calling it. Correct it and resume. What waited then was stopped: resend what failed.',
  },
  created: { pt: 'Criado em', en: 'Created' },
  add: { pt: 'Novo endereço', en: 'New endpoint' },
  save: { pt: 'Salvar', en: 'Save' },
  saved: { pt: 'Endereço salvo.', en: 'Endpoint saved.' },
  added: { pt: 'Endereço cadastrado.', en: 'Endpoint added.' },
  secretTitle: { pt: 'Guarde o segredo agora', en: 'Keep the secret now' },
  secretText: {
    pt: 'Com ele o seu servidor confere a assinatura de cada aviso. Ele aparece só desta vez.',
    en: 'Your server checks the signature of each notice with it. It is shown only this time.',
  },
  emptyTitle: { pt: 'Nenhum endereço ainda', en: 'No endpoints yet' },
  emptyText: {
    pt: 'Cadastre o endereço do seu servidor. No seu computador, receba os eventos com:',
    en: 'Add the address of your server. On your own machine, receive the events with:',
  },
  test: { pt: 'Enviar teste', en: 'Send a test' },
  testDelivered: {
    pt: (status: number, ms: number) => `O endereço respondeu ${status} em ${ms} ms.`,
    en: (status: number, ms: number) => `The address answered ${status} in ${ms} ms.`,
  },
  testFailed: {
    pt: (reason: string) => `O teste não chegou: ${reason}.`,
    en: (reason: string) => `The test did not arrive: ${reason}.`,
  },
  testRefused: {
    pt: (status: number) => `O teste falhou: o endereço respondeu ${status}.`,
    en: (status: number) => `The test failed: the address answered ${status}.`,
  },
  pause: { pt: 'Pausar', en: 'Pause' },
  paused: {
    pt: 'Em pausa: nada se perde, os avisos saem quando você retomar.',
    en: 'Paused: nothing is lost, the notices leave when you resume.',
  },
  resume: { pt: 'Retomar', en: 'Resume' },
  resumed: {
    pt: 'Retomado: os avisos acumulados saem agora.',
    en: 'Resumed: the held notices leave now.',
  },
  rotate: { pt: 'Trocar o segredo', en: 'Rotate the secret' },
  rotateText: {
    pt: 'O segredo antigo continua valendo por um dia, para a troca no seu servidor.',
    en: 'The old secret stays valid for a day, while you change it on your server.',
  },
  remove: { pt: 'Apagar', en: 'Delete' },
  removeTitle: { pt: 'Apagar o endereço?', en: 'Delete the endpoint?' },
  removeText: {
    pt: 'Os avisos que ele ainda espera não serão enviados. Os eventos continuam no feed.',
    en: 'The notices that it still waits for are not sent. The events stay in the feed.',
  },
  removed: { pt: 'Endereço apagado.', en: 'Endpoint deleted.' },
  recent: { pt: 'Entregas recentes', en: 'Recent deliveries' },
  all: { pt: 'Ver todas', en: 'See all' },
  event: { pt: 'Evento', en: 'Event' },
  attempts: { pt: 'Tentativas', en: 'Attempts' },
  last: { pt: 'Última resposta', en: 'Last answer' },
  next: { pt: 'Próxima tentativa', en: 'Next attempt' },
  noDeliveries: { pt: 'Nenhuma entrega ainda', en: 'No deliveries yet' },
  noDeliveriesText: {
    pt: 'Cada evento da conta aparece aqui com as suas tentativas.',
    en: 'Each event of the account appears here with its attempts.',
  },
  resend: { pt: 'Enviar de novo', en: 'Send again' },
  resent: { pt: 'A entrega recomeçou.', en: 'The delivery starts again.' },
  resendMany: { pt: 'Reenviar um período', en: 'Send a period again' },
  resendManyText: {
    pt: 'Envia de novo as entregas dos últimos 30 dias que combinam com o que você escolher. O seu servidor recebe o mesmo webhook-id, e pode ignorar o que já tratou.',
    en: 'Sends again the deliveries of the last 30 days that match your choice. Your server receives the same webhook-id, and can ignore what it has handled.',
  },
  which: { pt: 'Quais', en: 'Which' },
  onlyFailed: { pt: 'Só as que falharam', en: 'Only those that failed' },
  everything: { pt: 'Todas do período', en: 'All of the period' },
  from: { pt: 'De', en: 'From' },
  resentMany: {
    pt: (count: number) =>
      count === 1 ? '1 entrega recomeçou.' : `${count} entregas recomeçaram.`,
    en: (count: number) =>
      count === 1 ? '1 delivery starts again.' : `${count} deliveries start again.`,
  },
  payload: { pt: 'Corpo enviado', en: 'Body sent' },
  attempt: {
    pt: (number: number) => `Tentativa ${number}`,
    en: (number: number) => `Attempt ${number}`,
  },
  noAnswer: { pt: 'Sem resposta', en: 'No answer' },
  object: { pt: 'Objeto', en: 'Object' },
})
