import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

/** A unit of systemd: the values of each key, in their order, with the specifiers filled in. */
export interface Unit {
  readonly name: string
  all(key: string): readonly string[]
  one(key: string): string | undefined
}

const folders = ['etc/systemd/system', 'usr/lib/systemd/system', 'lib/systemd/system']

/**
 * Reads a unit of a root, with its drop-ins.
 * @throws Error when the root has no such unit
 */
export function readUnit(root: string, name: string): Unit {
  const [, base = '', instance] = /^([^@]+@?)(.*?)\.\w+$/.exec(name) ?? []
  const kind = name.slice(name.lastIndexOf('.'))
  const file = `${base}${kind}`
  const path = folders.map((folder) => join(root, folder, file)).find((each) => existsSync(each))
  if (path === undefined) throw new Error(`Unit ${name} not found.`)
  const dropIns = [...new Set([`${file}.d`, `${name}.d`])].flatMap((folder) =>
    globSync(join(root, folders[0] ?? '', folder, '*.conf')).sort(),
  )
  const values = new Map<string, string[]>()
  for (const each of [path, ...dropIns]) addValues(readFileSync(each, 'utf8'), values)
  const specifiers: Readonly<Record<string, string>> = {
    ...{ '%i': instance ?? '', '%I': instance ?? '', '%S': '/var/lib', '%C': '/var/cache' },
    ...{ '%d': `/run/credentials/${name}`, '%n': name },
  }
  const all = (key: string) =>
    (values.get(key) ?? []).map((value) =>
      value.replace(/%\w/g, (each) => specifiers[each] ?? each),
    )
  return { name, all, one: (key) => all(key).at(-1) }
}

/** The environment of a service, from its lines, then its files, without what it unsets. */
export function environmentOf(root: string, unit: Unit): Record<string, string> {
  const files = unit.all('EnvironmentFile').map((path) => {
    const file = join(root, path.replace(/^-/, ''))
    return path.startsWith('-') && !existsSync(file) ? '' : readFileSync(file, 'utf8')
  })
  const pairs = unit.all('Environment').flatMap((line) => line.match(/"[^"]*"|\S+/g) ?? [])
  const own = pairs.map((pair) => pair.replace(/^"|"$/g, ''))
  const unset = new Set(unit.all('UnsetEnvironment').flatMap((line) => line.split(/\s+/)))
  const given = Object.entries(parseEnv([...own, ...files].join('\n')) as Record<string, string>)
  return Object.fromEntries(given.filter(([name]) => !unset.has(name)))
}

function addValues(text: string, values: Map<string, string[]>): void {
  const lines = text.replace(/\\\n/g, ' ').split('\n')
  for (const line of lines) {
    const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (key === '') continue
    // An empty value resets a list.
    if (value === '') values.set(key, [])
    else values.set(key, [...(values.get(key) ?? []), value.trim()])
  }
}
