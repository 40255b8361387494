import type { Readable } from 'node:stream'
import type { Static, TSchema } from 'typebox'
import type { Example } from '../../../contract/examples.ts'
import type { Sent } from '../../../contract/wire.ts'
import type { KeyHolder } from '../../accounts/account-directory.ts'
import type { App } from '../../app.ts'
import type { WithIdempotency } from '../../idempotency/with-idempotency.ts'
import type { LoginHolder } from '../../people/login-directory.ts'
import type { RejectionCode } from '../../primitives/rejection.ts'
import type { PaymentWatch } from '../../transactions/watch-payments.ts'
import type { CallbackSenders } from '../callbacks/callback-senders.ts'
import type { BoletoFiles } from '../pay/boleto-files.ts'
import type { RateLimiter } from '../server/rate-limit.ts'
import type { LoginStage } from './login-access.ts'
import type { Language } from './validation.ts'
import type { AddressRules, Warning } from './warnings.ts'

/**
 * Who may call a route: a secret key or a person of an account, a public key, an operator, a person
 * who is signed in or wants to be, or every client.
 */
export type Access = 'user' | 'public' | 'admin' | 'login' | 'sign-in' | 'open'

/**
 * A request after its credentials were checked and its body parsed, before it is validated against
 * a schema.
 */
export interface ApiRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** A parameter sent several times is joined by commas. */
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The caller, as limits count callers. */
  readonly caller: string
  /** The result of the endpoint's `findSender`. */
  readonly sender?: string
  /** The person, when no key or token made the request. */
  readonly login?: LoginHolder
  readonly body: unknown
  /** For a route that is a stream: aborts when the response has to end. */
  readonly ends?: AbortSignal
  readonly language: Language
  readonly idempotencyKey: string | undefined
}

/** A request that came with a key of an account. */
export interface AccountRequest extends ApiRequest {
  readonly holder: KeyHolder
}

/** A request of a person who is signed in. */
export interface LoginRequest extends ApiRequest {
  readonly login: LoginHolder
}

/** What a handler may use besides the app. */
export interface RequestContext {
  readonly app: App
  readonly withIdempotency: WithIdempotency
  readonly limiter: RateLimiter
  readonly callbackSenders: CallbackSenders
  readonly boletoFiles: BoletoFiles
  readonly payments: PaymentWatch
  /** The OpenAPI document of every route, for the reference page. */
  readonly openApi: () => { [key: string]: unknown }
}

/** A sentence in both languages. */
export type Message = Readonly<Record<Language, string>>

/** The response of a handler: data for the envelope, or bytes that are sent unchanged. */
export type ApiResponse<Schema extends TSchema = TSchema> =
  | EnvelopedResponse<DataOf<Schema>, BesideOf<Schema>>
  | EnvelopeText<DataOf<Schema>>

/** The fields of an envelope that the handler does not choose. */
type EnvelopeField = 'status' | 'message' | 'data' | 'error' | 'warnings'

/** `data` of a response, as its schema says; unknown where there is no schema. */
export type DataOf<Schema extends TSchema> =
  Static<Schema> extends { data: infer Data } ? Sent<Data> : unknown

/** What a response has beside the fields of every envelope: paging. */
type BesideOf<Schema extends TSchema> =
  Static<Schema> extends { data: unknown } ? Omit<Static<Schema>, EnvelopeField> : object

export type EnvelopedResponse<Data = unknown, Beside extends object = object> = {
  readonly status?: number
  readonly message: Message
  readonly data: Data
  readonly headers?: Readonly<Record<string, string>>
} & (object extends Beside ? { readonly meta?: Beside } : { readonly meta: Beside })

export interface RawResponse {
  readonly status: number
  /** A stream is sent as it arrives, whatever its length. */
  readonly body: string | Buffer | Readable
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An envelope that is text already, created or stored by `withIdempotency`. `Data` is the type of
 * its content, for the compiler.
 */
export interface EnvelopeText<Data = unknown> extends RawResponse {
  readonly typeOfData?: Data
}

/** Documents that a route accepts as its body. */
export interface FileBody {
  /** Their content types. */
  readonly types: readonly string[]
  /** JSON keeps the limit of every route. */
  readonly maxBytes: number
  /** The rejection of a body of any other type. */
  readonly otherType: RejectionCode
}

/** One operation of the API: its documentation, and its handler. */
export interface Endpoint<
  Request extends ApiRequest = ApiRequest,
  Schema extends TSchema = TSchema,
> {
  /** One line for the reference. */
  readonly summary: string
  readonly description?: string
  readonly query?: TSchema
  readonly body?: TSchema
  /** Bodies for the reference, by a short name. */
  readonly examples?: Readonly<Record<string, Example>>
  /** Bodies accepted besides JSON, unchanged: the body is then a Buffer. */
  readonly files?: FileBody
  /**
   * The fields of a page's form, for the reference. The form is accepted besides JSON: the body is
   * then a URLSearchParams.
   */
  readonly form?: TSchema
  /** The whole response, envelope included. Absent for pages and files. */
  readonly answer?: Schema
  /** Pages, files and redirections, by status: their content types. Empty: there is no content. */
  readonly documents?: Readonly<Record<number, readonly string[]>>
  /**
   * For an open route whose address holds a secret. Returns the id of the sender before the body is
   * read, or throws the rejection of an unknown address. From then on the request no longer counts
   * against the address of its caller. Left out: the request counts against that address until it
   * ends.
   */
  findSender?(
    context: RequestContext,
    request: Pick<ApiRequest, 'params' | 'caller'>,
  ): Promise<string>
  /**
   * The endpoint's own time limit of a response, ms, for work that may take longer than that of
   * other requests.
   */
  readonly answerMs?: number
  /**
   * The response is a stream of server-sent events. It stays open without a time limit and without
   * a place among the requests at work, until the client leaves, the gateway stops, or the caller
   * loses the permission. On an open route it ends after a quarter of an hour. A browser sets no
   * headers here: `?account=` stands for Guiche-Account.
   */
  readonly isStream?: boolean
  /** The response is available as CSV too. */
  readonly isTable?: boolean
  /** For a route of a person: how complete the login has to be. Default: `open`. */
  readonly loginStage?: LoginStage
  /** A change that may wait for a second person: the response is then a 202 with the request. */
  readonly mayWait?: boolean
  /** The status of a success. Default: 200. */
  readonly status?: number
  /** The codes that a caller should handle, besides those of every route. */
  readonly rejections?: readonly RejectionCode[]
  /** For a public route: it runs once for each Idempotency-Key, as a POST of an account does. */
  readonly keepsKey?: boolean
  /**
   * For a public route: the rejection of a key that no account has, where it must look like other
   * rejections.
   */
  readonly unknownKey?: RejectionCode
  /**
   * For a public route: whether a page at this host may read the response. Left out: any page over
   * https may.
   */
  readonly isReadableBy?: (app: App, accountId: string, hostname: string) => Promise<boolean>
  /** Warnings about accepted values that are probably mistakes, besides misspelt names. Pure. */
  readonly warnings?: (request: ApiRequest, rules: AddressRules) => readonly Warning[]
  handle(
    context: RequestContext,
    request: Request,
  ): Promise<ApiResponse<Schema>> | ApiResponse<Schema>
}

/**
 * An endpoint for requests without a key of an account. Its schema types the handler's response.
 */
export const endpoint = <Schema extends TSchema>(
  definition: Endpoint<ApiRequest, Schema>,
): Endpoint<ApiRequest, Schema> => definition

/** The same for requests with a key of an account. */
export const accountEndpoint = <Schema extends TSchema>(
  definition: Endpoint<AccountRequest, Schema>,
): Endpoint<AccountRequest, Schema> => definition

/** The same for requests of a person who is signed in. */
export const loginEndpoint = <Schema extends TSchema>(
  given: Endpoint<LoginRequest, Schema>,
): Endpoint<LoginRequest, Schema> => given

export const isVerbatim = (answer: ApiResponse): answer is RawResponse => 'body' in answer

/** The envelope as text. `error` is present on success too. */
export function envelope(
  { status = 200, message, data, meta: beside }: EnvelopedResponse,
  language: Language,
): string {
  return JSON.stringify({ status, message: message[language], data, ...beside, error: null })
}
