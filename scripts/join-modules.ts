import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

/** A handful of TypeScript modules as the text of one file. */
export interface Joined {
  /** The code without types, imports and exports, in the order it must run. */
  readonly code: string
  /** What the entry exports at run time, in the order of their names. */
  readonly names: readonly string[]
}

/**
 * Joins a module with all it imports by relative path. Small on purpose: named imports and exports at the start of a
 * line, one name once in all files. @throws Error for what it cannot join
 */
export function joinModules(entry: string): Joined {
  const modules = new Map<string, string>()
  collect(entry, modules)
  const code = [...modules.values()].map(bare).join('\n')
  refuseRepeatedNames(code)
  return { code, names: exportsOf(modules.get(entry) ?? '').sort() }
}

/** Depth first: what is imported comes before who imports it. */
function collect(path: string, modules: Map<string, string>): void {
  if (modules.has(path)) return
  const text = stripTypeScriptTypes(readFileSync(path, 'utf8'))
  for (const [, name = ''] of text.matchAll(/^(?:import|export|\}) ?[^'"\n]*?from '([^']+)'/gm)) {
    if (!name.startsWith('.')) throw new Error(`${path} imports ${name}: only its own files can be joined`)
    collect(join(dirname(path), name), modules)
  }
  modules.set(path, text)
}

const bare = (text: string): string =>
  text
    .replace(/^(?:import|export) ?\{[^}]*\} from '[^']+'\n?/gm, '')
    .replace(/^export \{[^}]*\}\n?/gm, '')
    .replace(/^export (?=(?:async )?function|const|let|class)/gm, '')
    .replace(/\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n +\n/g, '') // The docstring of a type, whose lines are now blank.
    .replace(/ +$/gm, '')
    .replace(/\n{3,}/g, '\n\n')

function exportsOf(text: string): string[] {
  const lists = [...text.matchAll(/^export \{([^}]*)\}/gm)].flatMap(([, list = '']) => list.split(','))
  const declared = [...text.matchAll(/^export (?:async )?(?:function|const|let|class) (\w+)/gm)].map(([, name]) => name)
  return [...lists.map((name) => name.trim()), ...declared].filter((name): name is string => Boolean(name))
}

function refuseRepeatedNames(code: string): void {
  const names = [...code.matchAll(/^(?:async )?(?:function|const|let|class) (\w+)/gm)].map(([, name]) => name)
  const repeated = names.find((name, at) => names.indexOf(name) !== at)
  if (repeated) throw new Error(`${repeated} is declared in two of the files that are joined`)
}
