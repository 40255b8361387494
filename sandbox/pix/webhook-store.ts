import type { DatabaseSync } from 'node:sqlite'

/** The address that receives the notices of a key. */
export interface Webhook {
  readonly url: string
  readonly createdAt: Date
}

/** All SQL about webhooks. */
export function openWebhookStore(db: DatabaseSync) {
  db.exec(`
    create table if not exists pix_webhooks (
      key text primary key,
      url text not null,
      created_at integer not null
    ) strict;
  `)
  const put = db.prepare('insert or replace into pix_webhooks values (?, ?, ?)')
  const get = db.prepare('select * from pix_webhooks where key = ?')
  const remove = db.prepare('delete from pix_webhooks where key = ?')
  const all = db.prepare('select * from pix_webhooks where created_at between ? and ? order by key')

  return {
    set: (key: string, url: string, now: Date): void => {
      put.run(key, url, now.getTime())
    },
    find(key: string): Webhook | undefined {
      const row = get.get(key)
      return row && webhookOf(row)
    },
    remove: (key: string): boolean => remove.run(key).changes > 0,
    list: (from: Date, to: Date): readonly (Webhook & { readonly key: string })[] =>
      all
        .all(from.getTime(), to.getTime())
        .map((row) => ({ key: String(row.key), ...webhookOf(row) })),
  }
}

export type WebhookStore = ReturnType<typeof openWebhookStore>

const webhookOf = (row: Record<string, unknown>): Webhook => ({
  url: String(row.url),
  createdAt: new Date(Number(row.created_at)),
})
