import { Pool } from 'undici'

/**
 * Posts to one address over connections that stay open, and reads only the necessary part of a
 * response.
 */
export interface Poster {
  /** Throws when the response is not 200. */
  post(headers: Readonly<Record<string, string>>, body: string): Promise<void>
  close(): Promise<void>
}

export interface PosterOptions {
  readonly url: string
  readonly path: string
  readonly connections: number
}

export function openPoster({ url, path, connections }: PosterOptions): Poster {
  const pool = new Pool(url, { connections, pipelining: 1, keepAliveTimeout: 60_000 })
  return {
    post: (headers, body) =>
      new Promise((resolve, reject) => {
        let status = 0
        let answer = ''
        pool.dispatch(
          { method: 'POST', path, headers, body },
          {
            onRequestStart: () => {},
            onResponseStart: (_controller, statusCode) => {
              status = statusCode
            },
            onResponseData: (_controller, chunk) => {
              if (status !== 200) answer += chunk.toString('utf8')
            },
            onResponseEnd: () => {
              if (status === 200) resolve()
              else reject(new Error(`${path} answered ${status}: ${answer}`))
            },
            onResponseError: (_controller, error) => reject(error),
          },
        )
      }),
    close: () => pool.close(),
  }
}
