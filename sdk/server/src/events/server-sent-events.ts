/** One message of a stream of server-sent events. A comment has only an `id`. */
export interface Message {
  readonly id: string | undefined
  readonly data: string | undefined
}

/** The messages of a response, as they arrive. An unfinished one at the end is left out. */
export async function* messagesOf(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Message, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true })
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      yield messageOf(rest.slice(0, end))
      rest = rest.slice(end + 2)
    }
  }
}

function messageOf(text: string): Message {
  const lines = text.split('\n')
  const field = (name: string) =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  return { id: field('id'), data: field('data') }
}
