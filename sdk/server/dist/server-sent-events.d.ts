// Made from sdk/server/src by scripts/build-sdk.ts. Make changes there.
/** One message of a stream of server-sent events. A comment has only an `id`. */
export interface Message {
  readonly id: string | undefined
  readonly data: string | undefined
}
/** The messages of a response, as they arrive. An unfinished one at the end is left out. */
export declare function messagesOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Message, void, undefined>
