import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { deployFolder } from '../deployed.ts'
import { type Image, processOf } from './build-image.ts'
import type { RootProcess } from './linux-root.ts'

/** The fields of a service of `deploy/compose.yaml` that a root can follow. */
export interface Service {
  readonly image: string
  readonly build?: {
    readonly context: string
    readonly dockerfile: string
    readonly args: Readonly<Record<string, string>>
  }
  readonly command?: readonly string[]
  readonly read_only?: boolean
  readonly tmpfs?: readonly string[]
  readonly env_file?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly (string | { readonly source: string; readonly target: string })[]
  readonly volumes?: readonly string[]
  readonly group_add?: readonly string[]
  readonly ports?: readonly string[]
  readonly networks?:
    | readonly string[]
    | Readonly<Record<string, { readonly ipv4_address: string }>>
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean }
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly networks: Readonly<Record<string, { readonly ipam?: Ipam } | null>>
}

interface Ipam {
  readonly config: readonly { readonly subnet: string; readonly ip_range?: string }[]
}

export const readCompose = (): ComposeFile =>
  parse(readFileSync(join(deployFolder, 'compose.yaml'), 'utf8'), { merge: true }) as ComposeFile

/** Where the files and the volumes of a service are on this machine. */
export interface ComposePlace {
  /** GUICHE_FOLDER. */
  readonly folder: string
  /** The folder of the volumes. */
  readonly volumes: string
}

/** How a service of `deploy/compose.yaml` runs in the root of its image. */
export function serviceProcess(name: string, image: Image, place: ComposePlace): RootProcess {
  const file = readCompose()
  const service = file.services[name]
  assert.ok(service, `compose.yaml has no service ${name}`)
  const filled = (text: string) => text.replace(/\$\{GUICHE_FOLDER[^}]*\}/, place.folder)
  const settings = (service.env_file ?? []).map((path) => readFileSync(filled(path), 'utf8'))
  const secrets = (service.secrets ?? []).map((secret) => {
    const { source, target } =
      typeof secret === 'string' ? { source: secret, target: `/run/secrets/${secret}` } : secret
    return [target, filled(file.secrets[source]?.file ?? '')] as const
  })
  const volumes = (service.volumes ?? []).map((volume) => {
    const [from = '', to = ''] = filled(volume).split(':')
    if (from.startsWith('/')) return [to, from] as const
    if (from.startsWith('.')) return [to, join(deployFolder, from)] as const
    assert.ok(from in file.volumes, `${name}: no volume ${from}`)
    const folder = join(place.volumes, from)
    mkdirSync(folder, { recursive: true })
    return [to, folder] as const
  })
  const argv = [...image.entrypoint, ...(service.command ?? image.command)]
  return {
    ...processOf(image, argv),
    env: {
      ...image.env,
      ...(parseEnv(settings.join('\n')) as Record<string, string>),
      ...service.environment,
    },
    isReadOnly: service.read_only ?? false,
    // An engine gives every container /dev/shm.
    scratch: ['/dev/shm', ...(service.tmpfs ?? [])],
    mounts: Object.fromEntries([...secrets, ...volumes]),
  }
}
