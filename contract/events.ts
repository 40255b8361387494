import { type Static, Type } from 'typebox'
import { Id, Instant } from './fields.ts'
import type { Wire } from './wire.ts'

/**
 * Every event that merchants receive, by webhook and in the feed, with its text. The page is
 * docs/events.md.
 */
export const eventTypes = {
  'transaction.waiting_payment':
    'A transação foi criada e aguarda pagamento, ou o cartão está em análise.',
  'transaction.authorized': 'O cartão foi autorizado e espera a captura.',
  'transaction.paid': 'O pagamento foi confirmado.',
  'transaction.refused': 'O pagamento foi recusado. O motivo está em data.refusedReason.',
  'transaction.canceled': 'A transação expirou ou foi cancelada sem pagamento.',
  'transaction.boleto_registered':
    'O banco registrou um boleto que recebeu por arquivo. O status não muda, e agora ele pode ser pago.',
  'transaction.boleto_protest':
    'O banco levou o boleto a protesto, ou o tirou dele: veja data.boleto.inProtestSince. O status não muda, e ele ainda pode ser pago.',
  'transaction.refunded': 'O valor foi devolvido inteiro ao pagador.',
  'transaction.partially_refunded':
    'Parte do valor voltou ao pagador, por uma devolução ou um MED perdido em parte. Veja data.refunds e data.disputes; data.status mostra se ainda há disputa.',
  'transaction.refund_failed': 'Uma devolução não pôde ser feita; o dinheiro voltou ao saldo.',
  'transaction.refund_returned':
    'O banco de destino devolveu o PIX de uma devolução: o valor voltou ao saldo como novo crédito.',
  'transaction.in_protest': 'O pagamento está em disputa e o dinheiro está bloqueado.',
  'transaction.chargedback': 'A disputa foi perdida e o dinheiro voltou ao pagador.',
  'transaction.dispute_opened':
    'Uma disputa foi aberta e o status não mudou: já havia outra, ou não resta valor do pagamento.',
  'transaction.dispute_reopened': 'O emissor reabriu a disputa: a nova fase espera outra resposta.',
  'transaction.dispute_due':
    'Faltam 48 horas para o fim do prazo de uma disputa que ainda não tem resposta.',
  'transaction.dispute_answered':
    'Uma disputa foi respondida; a resposta segue para o emissor ou o banco.',
  'transaction.dispute_answer_rejected':
    'O emissor ou o banco não aceitou a resposta a uma disputa. Você pode enviar outra até o fim do prazo.',
  'transaction.dispute_won':
    'Uma disputa foi ganha, ou uma perdida foi revertida: o dinheiro é seu.',
  'transaction.dispute_lost':
    'Uma disputa foi perdida; o que resta do pagamento segue como estava.',
  'device_pay_domain.unreachable':
    'O arquivo de um domínio verificado sumiu: o domínio voltou a PENDING e o botão parou. Veja data.lastError, publique o arquivo e valide de novo.',
  'cashout.pending': 'O saque foi pedido e o valor está reservado.',
  'cashout.processing': 'O saque está no banco.',
  'cashout.completed': 'O dinheiro chegou ao destino.',
  'cashout.failed': 'O banco recusou o saque; o valor voltou ao saldo.',
  'cashout.canceled': 'O saque foi cancelado antes de sair; o valor voltou ao saldo.',
  'cashout.refunded': 'O destino devolveu o dinheiro de um saque.',
  'cashout.partially_refunded': 'O destino devolveu parte do dinheiro de um saque.',
  'payment_link.created': 'Um link de pagamento foi criado.',
  'payment_link.updated': 'Um link de pagamento mudou: a oferta, o prazo, o limite ou o status.',
  'payment_link.completed': 'O último uso de um link de pagamento com limite foi pago.',
  'webhook_endpoint.failing':
    'Há cinco dias todos os avisos a este endereço falham. Corrija o endereço; os eventos continuam no feed.',
} as const satisfies Readonly<Record<string, string>>

export type EventType = keyof typeof eventTypes

/**
 * Events that are recorded and not sent to merchants: facts about calls that the gateway itself
 * needs.
 */
export const internalEventTypes = {
  'transaction.created':
    'O rascunho, antes de a adquirente ser chamada. O primeiro aviso vem com o resultado.',
  'transaction.attempt_approved': 'A adquirente aprovou uma tentativa; o status não mudou.',
  'transaction.attempt_refused': 'A adquirente recusou uma tentativa; o status não mudou.',
  'transaction.attempt_analysing': 'A adquirente analisa uma tentativa; o status não mudou.',
  'transaction.attempt_unknown':
    'O resultado de uma tentativa não é conhecido; o status não mudou.',
  'transaction.attempt_voided': 'Uma tentativa foi desfeita na adquirente; o status não mudou.',
  'transaction.attempt_not_executed': 'Uma tentativa não chegou à adquirente; o status não mudou.',
  'transaction.not_processed':
    'A adquirente recusou as nossas credenciais: nada foi tentado, e o rascunho foi cancelado. O cartão não foi recusado.',
  'transaction.refund_requested':
    'Uma devolução foi pedida e seu valor reservado. O aviso vem com o resultado.',
  'transaction.dispute_blocked':
    'Uma disputa bloqueou dinheiro que entrou depois dela: está no extrato.',
  'transaction.dispute_answer_sent': 'O emissor ou o banco tem a resposta a uma disputa.',
  'transaction.dispute_under_review': 'O emissor ou o banco analisa uma disputa.',
  'transaction.dispute_updated':
    'O prazo de uma disputa, ou o identificador da devolução, mudou; ou não há mais nada a bloquear por ela.',
  'transaction.cancel_requested': 'Um cancelamento foi pedido. O aviso vem com o resultado.',
  'transaction.capture_requested': 'Uma captura foi pedida. O aviso vem com o resultado.',
  'transaction.late_approval': 'Uma aprovação chegou depois da recusa e está sendo desfeita.',
  'transaction.late_approval_voided': 'A aprovação tardia foi desfeita.',
  'device_pay_domain.created':
    'Um domínio foi registrado. O resultado está na resposta da requisição.',
  'device_pay_domain.verified':
    'O arquivo de um domínio foi encontrado. O resultado está na resposta de validate.',
  'device_pay_domain.check_failed': 'O arquivo não foi encontrado; o domínio segue como estava.',
  'device_pay_domain.removed': 'Um domínio foi removido.',
  'cashout.approved':
    'Uma pessoa, ou o programa do lojista, aprovou o saque. O aviso vem com o passo seguinte.',
  'cashout.accepted': 'O banco aceitou o saque e ainda não informou o resultado.',
  'checkout_session.created': 'Uma sessão de checkout foi aberta.',
  'checkout_session.expired': 'Uma sessão de checkout foi encerrada antes do prazo.',
  'correction.posted': 'Um operador corrigiu os livros com um novo lançamento: está no extrato.',
  'cashout.not_sent': 'O envio não chegou ao banco e será tentado de novo.',
  'cashout.sent_again':
    'O saque é enviado de novo, com o mesmo identificador: é o mesmo pagamento.',
  'receivable.settled': 'Um recebível venceu e ficou disponível: está no extrato.',
} as const satisfies Readonly<Record<string, string>>

export type InternalEventType = keyof typeof internalEventTypes

/** The kinds of object: the first part of the types. A new part is a new kind of object. */
export type EventObject = ObjectOf<EventType | InternalEventType>
/** The objects merchants are notified of. */
export type NotifiedObject = ObjectOf<EventType>
type ObjectOf<Type extends string> = Type extends `${infer Object}.${string}` ? Object : never

/** The events of one kind of object, public and internal. */
export type EventTypeOf<Object extends EventObject> = Extract<
  EventType | InternalEventType,
  `${Object}.${string}`
>

/**
 * The event that says an object has a status: `transaction.paid`. A status whose event is missing
 * in the catalogue does not compile where the event is recorded.
 */
export const statusEvent = <Object extends EventObject, Status extends string>(
  object: Object,
  status: Status,
): `${Object}.${Lowercase<Status>}` => `${object}.${status.toLowerCase() as Lowercase<Status>}`

/** Whether merchants receive events of this type. A type is public once it is in the catalogue. */
export const isPublicEvent = (type: string): type is EventType => Object.hasOwn(eventTypes, type)

/** Whether a filter can be given: a type, all of a kind (`transaction.*`), or all (`*`). */
export const isEventFilter = (text: string): boolean =>
  text === '*' ||
  isPublicEvent(text) ||
  (text.endsWith('.*') &&
    Object.keys(eventTypes).some((type) => type.startsWith(text.slice(0, -1))))

/** Whether a filter selects a type. */
export const lets = (filter: string, type: string): boolean =>
  filter === '*' ||
  filter === type ||
  (filter.endsWith('.*') && type.startsWith(filter.slice(0, -1)))

export const EventWire = Type.Object(
  {
    id: Id,
    position: Type.Integer({
      minimum: 1,
      description: 'O lugar no feed da conta: 1, 2, 3… sem buracos.',
    }),
    type: Type.String({
      description: 'Um dos tipos de /docs/events.',
      examples: ['transaction.paid'],
    }),
    objectId: Id,
    sequence: Type.Integer({
      minimum: 1,
      description: 'A versão do objeto: entre os eventos dele, o maior é o mais novo.',
    }),
    occurredAt: Instant,
    payload: Type.Unknown({ description: 'O corpo do webhook deste evento.' }),
  },
  { $id: 'Event' },
)
export type EventWire = Wire<typeof EventWire>

/** Query strings arrive as text. */
export const ListEventsQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      description:
        'O next da resposta anterior. Ausente: do mais antigo guardado. `now`: só o que vier de agora em diante.',
    }),
  ),
  limit: Type.Optional(Type.String({ description: 'De 1 a 100. Padrão: 100.' })),
  types: Type.Optional(
    Type.String({
      description: 'Tipos ou curingas, separados por vírgula.',
      examples: ['transaction.*'],
    }),
  ),
  wait: Type.Optional(
    Type.String({
      description: 'Segundos a esperar por um evento quando não há nenhum, até 25. Padrão: 0.',
    }),
  ),
})
export type ListEventsQuery = Static<typeof ListEventsQuery>

/** The query of the stream. A browser sets no headers when it opens one. */
export const StreamEventsQuery = Type.Object({
  cursor: Type.Optional(
    Type.String({
      description:
        'A posição do último evento que você tratou; `oldest`: do mais antigo guardado. Ausente: só o que vier de agora em diante. Last-Event-ID vale mais.',
    }),
  ),
  types: Type.Optional(
    Type.String({
      description: 'Tipos ou curingas, separados por vírgula.',
      examples: ['transaction.*'],
    }),
  ),
  account: Type.Optional(
    Type.String({
      description:
        'A conta, para o login de uma pessoa de várias. Ausente: a escolhida por último.',
    }),
  ),
})

/** The position of a reader of the feed. It is beside `data`. */
export const FeedPlace = Type.Object(
  {
    next: Type.String({
      description: 'Mande em after para ler adiante. Guarde-o depois de tratar os eventos.',
    }),
    last: Type.Integer({ minimum: 0, description: 'A posição do evento mais novo da conta.' }),
  },
  { $id: 'FeedPlace' },
)
export type FeedPlace = Wire<typeof FeedPlace>
