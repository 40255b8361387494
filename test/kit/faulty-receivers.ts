import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What came of one event at one address. */
interface Story {
  /** Every `webhook-id` and digest of the body it came with: one of each, if all is well. */
  readonly copies: Set<string>
  receipts: number
  isAccepted: boolean
}

/**
 * Many merchants' servers that accept, fail, hang up or say nothing, by chance; and what they saw.
 */
export interface FaultyReceivers {
  readonly urls: readonly string[]
  /** Events that were answered 200, each counted once an address. */
  accepted(): number
  /** Receipts beyond the first accepted one. */
  repeats(): number
  /**
   * Sentences about events that came before what they follow was accepted, or after what follows
   * them; or in two shapes.
   */
  readonly troubles: string[]
  readonly answers: Readonly<Record<Mood, number>>
  close(): void
}

const moods = ['200', '500', 'reset', 'timeout'] as const
type Mood = (typeof moods)[number]

/** `weights`: how often each mood, of their sum. `random` in [0, 1). */
export async function openFaultyReceivers(
  count: number,
  {
    weights,
    random,
  }: { readonly weights: Readonly<Record<Mood, number>>; readonly random: () => number },
): Promise<FaultyReceivers> {
  const stories = new Map<string, Map<number, Story>>()
  const troubles: string[] = []
  const answers = { '200': 0, '500': 0, reset: 0, timeout: 0 }
  let accepted = 0
  let repeats = 0

  const storyOf = (key: string, sequence: number): Story => {
    const bySequence = stories.get(key) ?? new Map<number, Story>()
    stories.set(key, bySequence)
    const story = bySequence.get(sequence) ?? {
      copies: new Set<string>(),
      receipts: 0,
      isAccepted: false,
    }
    bySequence.set(sequence, story)
    return story
  }
  const receive = (key: string, id: string, text: string): Story => {
    const { sequence } = JSON.parse(text) as { sequence: number }
    const story = storyOf(key, sequence)
    story.receipts += 1
    story.copies.add(`${id} ${createHash('sha256').update(text).digest('base64')}`)
    if (story.copies.size > 1)
      troubles.push(`${key} ${sequence} arrived in ${story.copies.size} versions`)
    for (const [other, { isAccepted }] of stories.get(key) ?? []) {
      if (other < sequence && !isAccepted)
        troubles.push(`${key}: ${sequence} came before ${other} was accepted`)
      if (other > sequence) troubles.push(`${key}: ${sequence} came after ${other}`)
    }
    return story
  }
  const answer = (story: Story, response: ServerResponse): void => {
    const mood = moodAt(random(), weights)
    answers[mood] += 1
    if (mood === '500') response.writeHead(500).end()
    else if (mood === 'reset') response.socket?.resetAndDestroy()
    else if (mood === '200') {
      if (story.isAccepted) repeats += 1
      else accepted += 1
      story.isAccepted = true
      response.writeHead(200).end()
    }
  }

  const servers = Array.from({ length: count }, (_, n) =>
    createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const text = Buffer.concat(chunks).toString()
      const { objectId } = JSON.parse(text) as { objectId: string }
      answer(
        receive(`${n}${request.url} ${objectId}`, String(request.headers['webhook-id']), text),
        response,
      )
    }).listen(0, '127.0.0.1'),
  )
  await Promise.all(servers.map((server) => once(server, 'listening')))
  return {
    urls: servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    accepted: () => accepted,
    repeats: () => repeats,
    troubles,
    answers,
    close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
}

function moodAt(at: number, weights: Readonly<Record<Mood, number>>): Mood {
  let left = at * moods.reduce((sum, mood) => sum + weights[mood], 0)
  for (const mood of moods) {
    left -= weights[mood]
    if (left < 0) return mood
  }
  return '200'
}
