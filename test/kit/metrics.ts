/** One value of `/metrics`. */
export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Reads the text format of Prometheus. */
export function samplesOf(text: string): Sample[] {
  return text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
    return [
      {
        name,
        labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
        value: Number(value),
      },
    ]
  })
}

/** What a gateway exports now. */
export async function scrape(baseUrl: string, token?: string): Promise<Scraped> {
  const response = await fetch(`${baseUrl}/metrics`, {
    headers: { ...(token && { authorization: `Bearer ${token}` }) },
  })
  if (response.status !== 200) throw new Error(`/metrics returned ${response.status}`)
  const text = await response.text()
  const samples = samplesOf(text)
  return {
    text,
    samples,
    sum(name, labels = {}) {
      const own = samples.filter(
        (each) =>
          each.name === name &&
          Object.entries(labels).every(([label, value]) => each.labels[label] === value),
      )
      return own.length === 0 ? undefined : own.reduce((sum, { value }) => sum + value, 0)
    },
  }
}

export interface Scraped {
  readonly text: string
  readonly samples: readonly Sample[]
  /** The sum of the series that have these labels. Undefined: there is none. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number | undefined
}
