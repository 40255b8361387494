import {
  type EventType,
  eventTypes,
  internalEventTypes,
  type NotifiedObject,
} from '../../contract/events.ts'
import { englishEvents } from './event-texts.ts'
import { addressOf, bothLanguages, type Locale, type Page } from './page.ts'

/** The list of events, and a page for each that merchants receive. */
export const eventPages = (): Page[] => [
  ...bothLanguages('events', (locale) =>
    locale === 'en'
      ? { title: 'Events', body: eventList('en') }
      : { title: 'Eventos', body: eventList('pt-BR') },
  ),
  ...publicTypes.flatMap((type) =>
    bothLanguages(`events/${type}`, (locale) => ({ title: type, body: eventPage(type, locale) })),
  ),
]

const publicTypes = Object.keys(eventTypes) as EventType[]

const meaningOf = (type: EventType, locale: Locale): string =>
  locale === 'en' ? englishEvents[type] : eventTypes[type]

const eventRow = (type: EventType, locale: Locale): string =>
  `| [\`${type}\`](${addressOf(`events/${type}`, locale)}) | ${meaningOf(type, locale)} |`

function eventList(locale: Locale): string {
  const webhooks = addressOf('guides/webhooks', locale)
  const rows = publicTypes.map((type) => eventRow(type, locale))
  if (locale === 'en')
    return `A merchant receives the same events by [webhook](${webhooks}) and in the feed
\`GET /api/user/events\`. \`event\` of the body is the type, \`data\` is the whole object at that
time, \`sequence\` is its version. A filter is a type, all types of an object
(\`transaction.*\`), or all (\`*\`).

| event | meaning |
|---|---|
${rows.join('\n')}
`
  return `O lojista recebe os mesmos eventos por [webhook](${webhooks}) e no feed
\`GET /api/user/events\`. \`event\` do corpo é o tipo, \`data\` é o objeto inteiro naquele
momento, \`sequence\` é a versão dele. Um filtro é um tipo, todos os de um objeto
(\`transaction.*\`) ou todos (\`*\`).

| evento | quando |
|---|---|
${rows.join('\n')}

## Eventos internos

Ficam registrados com a mudança e aparecem na linha do tempo da transação. Não são enviados e não
têm lugar no feed.

| evento | quando |
|---|---|
${Object.entries(internalEventTypes)
  .map(([type, meaning]) => `| \`${type}\` | ${meaning} |`)
  .join('\n')}
`
}

/** What `data` holds, by the first part of the type. */
const objects: Readonly<Record<NotifiedObject, Readonly<Record<Locale, string>>>> = {
  transaction: {
    'pt-BR': 'a transação inteira, como em `GET /api/user/transactions/{id}`',
    en: 'the whole transaction, as in `GET /api/user/transactions/{id}`',
  },
  cashout: {
    'pt-BR': 'o saque inteiro, como em `GET /api/user/cashout/{id}`',
    en: 'the whole cashout, as in `GET /api/user/cashout/{id}`',
  },
  device_pay_domain: {
    'pt-BR': 'o domínio: `id`, `domain`, `status`, `verifiedAt`, `lastError`',
    en: 'the domain: `id`, `domain`, `status`, `verifiedAt`, `lastError`',
  },
  payment_link: {
    'pt-BR': 'o link inteiro, como em `GET /api/user/payment-links/{id}`',
    en: 'the whole link, as in `GET /api/user/payment-links/{id}`',
  },
  webhook_endpoint: {
    'pt-BR': '`address` e `failingSince`',
    en: '`address` and `failingSince`',
  },
}

function eventPage(type: EventType, locale: Locale): string {
  const object = type.split('.')[0] as NotifiedObject
  const data = objects[object][locale]
  const webhooks = addressOf('guides/webhooks', locale)
  const testing = addressOf('guides/testing', locale)
  if (locale === 'en')
    return `${meaningOf(type, 'en')}

- **\`data\`**: ${data}.
- **Addresses.** The \`postbackUrl\` of the object and each endpoint whose filter has \`${type}\`,
  \`${object}.*\` or \`*\`; and the feed \`GET /api/user/events\`.
- **Repetitions.** The same \`webhook-id\` is the same event. See
  [webhooks](${webhooks}).

In the sandbox this command makes the event happen, or prints how to do it by hand
([testing](${testing})):

\`\`\`sh
npx guiche trigger ${type}
\`\`\`

[All events](${addressOf('events', 'en')})
`
  return `${meaningOf(type, 'pt-BR')}

- **\`data\`**: ${data}.
- **Para onde vai.** Para o \`postbackUrl\` do objeto e para cada endereço cujo filtro tem
  \`${type}\`, \`${object}.*\` ou \`*\`; e para o feed \`GET /api/user/events\`.
- **Repetições.** O mesmo \`webhook-id\` é o mesmo evento. Veja
  [webhooks](${webhooks}).

No sandbox este comando faz o evento acontecer, ou diz como fazê-lo à mão
([testes](${testing})):

\`\`\`sh
npx guiche trigger ${type}
\`\`\`

[Todos os eventos](${addressOf('events', 'pt-BR')})
`
}
