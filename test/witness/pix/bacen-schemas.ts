import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv, type ErrorObject } from 'ajv'
import formats from 'ajv-formats'
import { parse } from 'yaml'

/** The OpenAPI document of API Pix, as the Banco Central publishes it (Apache License 2.0). */
const file = join(import.meta.dirname, 'api-pix-2.9.0.openapi')

interface Node {
  readonly [name: string]: unknown
}

/** Checks bodies against the published document. */
export interface BacenSchemas {
  /** The errors of a body; none: it is valid. `undefined`: the document has no schema for it. */
  check(of: {
    readonly method: string
    /** Of the standard, with parameters: `/cob/{txid}`. */
    readonly path: string
    /** Left out: the body of the request. */
    readonly status?: number
    readonly body: unknown
  }): readonly string[] | undefined
}

/** Reads the document, and corrects the faults of it that make every bank's traffic invalid. */
export async function openBacenSchemas(): Promise<BacenSchemas> {
  const document = corrected(parse(await readFile(file, 'utf8'))) as Node
  const ajv = new Ajv({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema(document, 'bacen')
  return {
    check({ method, path, status, body }) {
      const operation = ['paths', path, method.toLowerCase()]
      const place = status === undefined ? ['requestBody'] : ['responses', String(status)]
      const content = resolve(document, [...operation, ...place])
      const kind = Object.keys((content?.at.content ?? {}) as Node)[0]
      if (!content || kind === undefined) return undefined
      const pointer = [...content.path, 'content', kind, 'schema'].map(escaped).join('/')
      const validate = ajv.getSchema(`bacen#/${pointer}`)
      if (!validate) throw new Error(`no schema at ${pointer}`)
      return validate(body) ? [] : (validate.errors ?? []).map(lineOf)
    },
  }
}

/** The node at a path, with references followed. */
function resolve(document: Node, path: readonly string[]) {
  let at: Node = document
  let here: string[] = []
  for (const name of path) {
    const next = at[name] as Node | undefined
    if (next === undefined) return undefined
    here = [...here, name]
    at = next
    if (typeof at.$ref === 'string') {
      here = at.$ref.replace('#/', '').split('/')
      at = here.reduce<Node>((node, each) => node[each] as Node, document)
    }
  }
  return { at, path: here }
}

const escaped = (name: string) =>
  encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

const lineOf = ({ instancePath, message = '' }: ErrorObject) => `${instancePath} ${message}`

/**
 * The known faults of the document (docs/design/providers/api-pix.md lists them): a pattern with
 * the slashes of a literal, patterns without anchors, `uri` for an address without scheme, and
 * required fields that no response of its own examples has.
 */
function corrected(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(corrected)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => {
      if (name === 'pattern' && typeof value === 'string')
        return [name, `^${value.replace(/^\/|\/$/g, '').replace(/^\^|\$$/g, '')}$`]
      if (name === 'format' && value === 'uri') return [name, 'uri-reference']
      if (name === 'required' && Array.isArray(value))
        return [name, value.filter((each) => each !== 'idCob')]
      if (name === 'PixConsultados') return [name, corrected(requiring(value, ['parametros']))]
      if (name === 'WebhookCompleto')
        return [name, corrected(requiring(value, ['webhookUrl', 'criacao']))]
      if (name === 'DadosRecebedor') return [name, corrected(requiring(value, []))]
      if (name === 'desconto' && isNode(value) && Array.isArray(value.oneOf))
        return [name, corrected({ ...value, oneOf: withDates(value.oneOf) })]
      return [name, corrected(value)]
    }),
  )
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The first of the two kinds of discount. Without its dates it would be the second one too. */
const withDates = ([dated, ...others]: readonly unknown[]) => [
  requiring(dated, ['descontoDataFixa']),
  ...others,
]

const requiring = (schema: unknown, required: readonly string[]) => ({
  ...(schema as Node),
  required,
})
