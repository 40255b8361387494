import { type Html, html } from '../../../checkout/html.ts'
import { docsPage } from './docs-page.ts'

type Json = { [key: string]: unknown }

/** The whole reference as one page. It can be read, searched and printed without a script. */
export function referencePage(document: Json, { nonce }: { nonce: string }): string {
  const { info, paths, components, servers } = document as {
    info: { title: string; description: string; version: string }
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
    servers: { url: string }[]
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))]
  return docsPage(
    {
      title: `${info.title}: referência da API`,
      body: html`<header><h1>${info.title}</h1><p>${info.description}</p>
<p>Endereço: <code>${servers[0]?.url ?? ''}</code> · versão <code>${info.version}</code> ·
<a href="/openapi.json">openapi.json</a> · <a href="/docs/errors">códigos de erro</a></p></header>
<nav><h2>Rotas</h2>${tags.map((tag) => routesOf(tag, operations))}</nav>
${operations.map(operationSection)}
<h2>Objetos</h2>${Object.entries(components.schemas).map(objectSection)}`,
    },
    { nonce },
  )
}

interface Place {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

const routesOf = (tag: string, operations: readonly Place[]): Html => {
  const links = operations
    .filter(({ operation }) => operation.tags[0] === tag)
    .map(
      ({ path, method, operation: { operationId, summary } }) =>
        html`<li><a href="#${operationId}"><b>${method}</b> ${path}</a> ${summary}</li>`,
    )
  return html`<h3>${tag}</h3><ul>${links}</ul>`
}

interface Operation {
  readonly summary: string
  readonly description?: string
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly Json[]
  readonly parameters: readonly { name: string; in: string; description?: string; schema: Schema }[]
  readonly requestBody?: Content
  readonly responses: Record<string, Partial<Content> & { description: string }>
}

interface Content {
  readonly content: { 'application/json': { schema: Schema } }
}

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly properties?: Record<string, Schema>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly examples?: readonly unknown[]
  readonly [limit: string]: unknown
}

const operationSection = ({
  path,
  method,
  operation,
}: {
  path: string
  method: string
  operation: Operation
}): Html => html`<section id="${operation.operationId}">
<h3><b>${method}</b> <code>${path}</code></h3>
<p>${operation.summary}.${operation.description && html` ${withCode(operation.description)}`}</p>
<p class="soft">Credencial: ${credential(operation.security)}</p>
${
  operation.parameters.length > 0 &&
  html`<h4>Parâmetros</h4>${table(operation.parameters.map(parameterRow))}`
}
${
  operation.requestBody &&
  html`<h4>Corpo</h4>${schemaTable(operation.requestBody.content['application/json'].schema)}`
}
<h4>Respostas</h4>${table(Object.entries(operation.responses).map(responseRow))}
</section>`

const table = (rows: readonly Html[]): Html => html`<table><tbody>${rows}</tbody></table>`

const parameterRow = (each: Operation['parameters'][number]): Html =>
  html`<tr><td><code>${each.name}</code></td><td>${places[each.in] ?? each.in}</td><td>${
    each.description ?? each.schema.description
  }</td></tr>`

const responseRow = ([status, response]: [string, Operation['responses'][string]]): Html =>
  html`<tr><td><code>${status}</code></td><td>${
    status.startsWith('2') ? answerOf(response) : response.description.split(', ').map(errorLink)
  }</td></tr>`

const errorLink = (code: string): Html => html`<a href="/docs/errors/${code}">${code}</a> `

const objectSection = ([name, schema]: [string, Schema]): Html =>
  html`<section id="schema-${name}"><h3>${name}</h3>${schemaTable(schema)}</section>`

/** Text between backticks as code. */
const withCode = (text: string): Html =>
  html`${text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`

const places: Readonly<Record<string, string>> = {
  path: 'no caminho',
  query: 'na query',
  header: 'cabeçalho',
}

function answerOf(response: Partial<Content> & { description: string }): Html {
  const schema = response.content?.['application/json']?.schema // A stream of events has none.
  return schema ? typeOf(schema.properties?.data ?? schema) : html`${response.description}`
}

function credential(security: readonly Json[]): string {
  const [name = ''] = Object.keys(security[0] ?? {})
  return (
    { secretKey: 'chave secreta', publicKey: 'chave pública', operator: 'token de operador' }[
      name
    ] ?? 'nenhuma'
  )
}

function schemaTable(schema: Schema): Html {
  if (schema.$ref) return html`<p>${typeOf(schema)}</p>`
  const rows = Object.entries(schema.properties ?? {})
  if (rows.length === 0) return html`<p>${typeOf(schema)}</p>`
  return table(
    rows.map(
      ([name, field]) =>
        html`<tr><td><code>${name}</code>${
          !schema.required?.includes(name) && html` <span class="soft">opcional</span>`
        }</td><td>${typeOf(field)}</td><td>${field.description}${
          field.properties && !field.$ref && schemaTable(field)
        }${field.items?.properties && !field.items.$ref && schemaTable(field.items)}</td></tr>`,
    ),
  )
}

/** A type in short form, with its limits. */
function typeOf(schema: Schema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.anyOf)
    return html`${schema.anyOf.map((each, index) => html`${index > 0 && ' ou '}${typeOf(each)}`)}`
  if (schema.enum) return html`${schema.enum.map((value) => html`<code>${String(value)}</code> `)}`
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`
  if (schema.type === 'array')
    return html`lista de ${schema.items ? typeOf(schema.items) : 'qualquer coisa'}`
  const limits = limitNames.flatMap(([key, label]) =>
    typeof schema[key] === 'number' ? [`${label} ${schema[key]}`] : [],
  )
  return html`${typeNames[schema.type ?? ''] ?? schema.type ?? 'qualquer'}${
    limits.length > 0 && html` <span class="soft">${limits.join(', ')}</span>`
  }`
}

const limitNames = [
  ['minimum', 'de'],
  ['maximum', 'até'],
  ['maxLength', 'até (caracteres)'],
  ['maxItems', 'até (itens)'],
] as const

const typeNames: Readonly<Record<string, string>> = {
  string: 'texto',
  integer: 'inteiro',
  number: 'número',
  boolean: 'true ou false',
  object: 'objeto',
  null: 'null',
}
