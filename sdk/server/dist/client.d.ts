// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
import { type CallOptions, type GuicheOptions } from './options.js'
import { type Call, type Envelope, type Received } from './request.js'
/** Sends calls with the key of an account. */
export interface Client {
  /** Returns the envelope of a success. @throws GuicheError, GuicheConnectionError */
  send(call: Call, options?: CallOptions): Promise<Envelope>
  /** Returns the bytes of a document. @throws GuicheError, GuicheConnectionError */
  download(call: Call, options?: CallOptions): Promise<Received>
  /** Opens a response that stays open. It is not retried. */
  open(
    call: Call,
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
  ): Promise<Response>
}
export declare function openClient(own: GuicheOptions): Client
