import { Agent, fetch } from 'undici'

export interface Posted {
  readonly status: number
  readonly body: string
}

/** Posts a form to a simulator whose certificate `ca` issued. */
export async function postForm(
  url: string,
  ca: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Posted> {
  const dispatcher = new Agent({ connect: { ca } })
  try {
    const body = new URLSearchParams(fields)
    const response = await fetch(url, { method: 'POST', headers, body, dispatcher })
    return { status: response.status, body: await response.text() }
  } finally {
    await dispatcher.close()
  }
}
