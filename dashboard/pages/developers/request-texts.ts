import type { RequestActor, StatusClass } from '../../../contract/request-log.ts'
import { texts } from '../../text/text.ts'

export const requestTexts = texts({
  searchHint: {
    pt: 'X-Request-Id, começo do caminho, ou código do erro',
    en: 'X-Request-Id, start of the path, or error code',
  },
  refresh: { pt: 'Atualizar', en: 'Refresh' },
  request: { pt: 'Requisição', en: 'Request' },
  result: { pt: 'Resultado', en: 'Result' },
  method: { pt: 'Método', en: 'Method' },
  actor: { pt: 'Quem', en: 'Who' },
  key: { pt: 'Chave', en: 'Key' },
  at: { pt: 'Quando', en: 'When' },
  duration: { pt: 'Duração', en: 'Duration' },
  milliseconds: { pt: (ms: string) => `${ms} ms`, en: (ms: string) => `${ms} ms` },
  person: { pt: 'Pessoa', en: 'Person' },
  emptyTitle: { pt: 'Nenhuma requisição em 7 dias', en: 'No requests in 7 days' },
  emptyText: {
    pt: 'Cada requisição do seu programa aparece aqui em poucos segundos, com o erro e o campo. Experimente:',
    en: 'Each request of your program appears here within seconds, with its error and field. Try it:',
  },
  kept: {
    pt: 'Guardadas por 7 dias. Os corpos aparecem sem dados sensíveis.',
    en: 'Kept for 7 days. Bodies are shown without sensitive data.',
  },
  errorTitle: { pt: 'Por que foi recusada', en: 'Why it was refused' },
  code: { pt: 'Código', en: 'Code' },
  field: { pt: 'Campo', en: 'Field' },
  provider: { pt: 'Provedor', en: 'Provider' },
  providerCode: { pt: 'Código do provedor', en: 'Code of the provider' },
  howToFix: { pt: 'Como corrigir', en: 'How to fix it' },
  route: { pt: 'Rota', en: 'Route' },
  idempotencyKey: { pt: 'Idempotency-Key', en: 'Idempotency-Key' },
  sameActor: { pt: 'Todas desta chave', en: 'All of this key' },
  sentBody: { pt: 'Corpo enviado', en: 'Body sent' },
  returnedBody: { pt: 'Corpo da resposta', en: 'Body of the response' },
  noBody: {
    pt: 'Não há corpo guardado: de um GET não se guarda, nem quando é grande demais.',
    en: 'No body is kept: not of a GET, and not when it is too large.',
  },
  openTransaction: { pt: 'Abrir a transação', en: 'Open the transaction' },
  openCashout: { pt: 'Abrir o saque', en: 'Open the cashout' },
  openDispute: { pt: 'Abrir a disputa', en: 'Open the dispute' },
})

export const resultNames = texts({
  '2xx': { pt: '2xx: aceitas', en: '2xx: accepted' },
  '3xx': { pt: '3xx: levadas a outro endereço', en: '3xx: redirected' },
  '4xx': { pt: '4xx: recusadas', en: '4xx: refused' },
  '5xx': { pt: '5xx: falharam', en: '5xx: failed' },
} satisfies Record<StatusClass, unknown>)

export const actorNames = texts({
  key: { pt: 'Programas', en: 'Programs' },
  person: { pt: 'Pessoas no painel', en: 'People in the dashboard' },
} satisfies Record<RequestActor, unknown>)
