import type { DatabaseSync } from 'node:sqlite'

/**
 * The state of the wallet's maker: hostnames of merchants, issued sessions, and addresses of sites.
 */
export interface WalletStore {
  /** The association file of an integrator. `make` runs when there is none yet. */
  association(acquirer: string, make: () => Promise<string>): Promise<string>
  register(merchant: Merchant, hostnames: readonly string[]): void
  unregister(key: MerchantKey, hostnames: readonly string[]): void
  merchant(key: MerchantKey): (Merchant & { readonly hostnames: readonly string[] }) | undefined
  /**
   * `encryptTo`: the merchant identifier whose processing key a device encrypts this payment's
   * token to.
   */
  addSession(session: { id: string; hostname: string; issuedAt: number; encryptTo: string }): void
  /** `encryptTo` of an issued session. */
  sessionKey(id: string): string | undefined
  /** Uses a session up. Returns whether it existed and was unused. */
  useSession(id: string, at: number): boolean
  /** Address (`127.0.0.1:8443`) by hostname. `null` removes a hostname. */
  setHosts(hosts: Readonly<Record<string, string | null>>): void
  hosts(): Readonly<Record<string, string>>
  host(hostname: string): string | undefined
}

export interface MerchantKey {
  /** Integrator that registered it, by acquirer. */
  readonly acquirer: string
  /** `partnerInternalMerchantIdentifier`. */
  readonly merchantRef: string
}

export interface Merchant extends MerchantKey {
  readonly name: string
  readonly encryptTo: string
}

export function openWalletStore(db: DatabaseSync): WalletStore {
  db.exec(`
    create table if not exists wallet_associations (
      acquirer text primary key,
      content text not null
    ) strict;
    create table if not exists wallet_merchants (
      acquirer text not null,
      merchant_ref text not null,
      name text not null,
      encrypt_to text not null,
      primary key (acquirer, merchant_ref)
    ) strict;
    create table if not exists wallet_hostnames (
      acquirer text not null,
      merchant_ref text not null,
      hostname text not null,
      primary key (acquirer, merchant_ref, hostname)
    ) strict, without rowid;
    create table if not exists wallet_sessions (
      id text primary key,
      hostname text not null,
      issued_at integer not null,
      used_at integer,
      encrypt_to text
    ) strict;
    create table if not exists wallet_hosts (
      hostname text primary key,
      address text not null
    ) strict;
  `)
  addKeyColumn(db)
  const getAssociation = db.prepare('select content from wallet_associations where acquirer = ?')
  const putAssociation = db.prepare('insert into wallet_associations values (?, ?)')
  const putMerchant = db.prepare('insert or replace into wallet_merchants values (?, ?, ?, ?)')
  const getMerchant = db.prepare(
    'select * from wallet_merchants where acquirer = ? and merchant_ref = ?',
  )
  const dropMerchant = db.prepare(
    'delete from wallet_merchants where acquirer = ? and merchant_ref = ?',
  )
  const putHostname = db.prepare('insert or ignore into wallet_hostnames values (?, ?, ?)')
  const dropHostname = db.prepare(
    'delete from wallet_hostnames where acquirer = ? and merchant_ref = ? and hostname = ?',
  )
  const getHostnames = db.prepare(`
    select hostname
    from wallet_hostnames
    where acquirer = ?
      and merchant_ref = ?
    order by hostname`)
  const putSession = db.prepare(
    'insert into wallet_sessions (id, hostname, issued_at, encrypt_to) values (?, ?, ?, ?)',
  )
  const getSessionKey = db.prepare('select encrypt_to from wallet_sessions where id = ?')
  const useSession = db.prepare(
    'update wallet_sessions set used_at = ? where id = ? and used_at is null',
  )
  const putHost = db.prepare('insert or replace into wallet_hosts values (?, ?)')
  const dropHost = db.prepare('delete from wallet_hosts where hostname = ?')
  const getHost = db.prepare('select address from wallet_hosts where hostname = ?')
  const allHosts = db.prepare('select hostname, address from wallet_hosts order by hostname')

  const hostnamesOf = ({ acquirer, merchantRef }: MerchantKey) =>
    getHostnames.all(acquirer, merchantRef).map(({ hostname }) => String(hostname))
  return {
    async association(acquirer, make) {
      const known = getAssociation.get(acquirer)
      if (known) return String(known.content)
      const content = await make()
      putAssociation.run(acquirer, content)
      return content
    },
    register({ acquirer, merchantRef, name, encryptTo }, hostnames) {
      putMerchant.run(acquirer, merchantRef, name, encryptTo)
      for (const hostname of hostnames) putHostname.run(acquirer, merchantRef, hostname)
    },
    unregister({ acquirer, merchantRef }, hostnames) {
      for (const hostname of hostnames) dropHostname.run(acquirer, merchantRef, hostname)
      // Removing the last hostname deletes the registration.
      if (hostnamesOf({ acquirer, merchantRef }).length === 0)
        dropMerchant.run(acquirer, merchantRef)
    },
    merchant(key) {
      const row = getMerchant.get(key.acquirer, key.merchantRef)
      return (
        row && {
          ...key,
          name: String(row.name),
          encryptTo: String(row.encrypt_to),
          hostnames: hostnamesOf(key),
        }
      )
    },
    addSession: ({ id, hostname, issuedAt, encryptTo }) => {
      putSession.run(id, hostname, issuedAt, encryptTo)
    },
    sessionKey(id) {
      const key = getSessionKey.get(id)?.encrypt_to
      return typeof key === 'string' ? key : undefined
    },
    useSession: (id, at) => Number(useSession.run(at, id).changes) === 1,
    setHosts(hosts) {
      for (const [hostname, address] of Object.entries(hosts)) {
        if (address === null) dropHost.run(hostname)
        else putHost.run(hostname, address)
      }
    },
    hosts: () =>
      Object.fromEntries(allHosts.all().map((row) => [String(row.hostname), String(row.address)])),
    host(hostname) {
      const row = getHost.get(hostname)
      return row && String(row.address)
    },
  }
}

/** Adds the column to a sandbox database that is older than the key of a session. */
function addKeyColumn(db: DatabaseSync): void {
  const columns = db.prepare('pragma table_info(wallet_sessions)').all()
  if (!columns.some(({ name }) => name === 'encrypt_to'))
    db.exec('alter table wallet_sessions add column encrypt_to text')
}
