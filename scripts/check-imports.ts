import { glob, readFile } from 'node:fs/promises'
import { dirname, join, matchesGlob, sep } from 'node:path'
import { layers, privileges, territories } from './import-rules.ts'

/**
 * One sentence for each import that points up or out, for each circle of imports in src/, and for
 * each file that does what only others may. Tests are not checked.
 * @param files text by path from the root, with forward slashes
 */
export function findImportViolations(files: ReadonlyMap<string, string>): string[] {
  const importsByFile = new Map<string, string[]>()
  const found = [...files].flatMap(([path, text]) => {
    const code = withoutComments(text)
    const imports = importsOf(path, code)
    importsByFile.set(path, imports)
    return [...imports.flatMap((each) => judgeImport(path, each)), ...judgePrivileges(path, code)]
  })
  return [...found, ...findCircles(importsByFile)]
}

/** One sentence for each file of src/ that an import of its own leads back to. Types count too. */
function findCircles(importsByFile: ReadonlyMap<string, readonly string[]>): string[] {
  const finished = new Set<string>()
  const found: string[] = []
  const visit = (path: string, trail: readonly string[]) => {
    if (finished.has(path)) return
    const start = trail.indexOf(path)
    if (start >= 0) {
      const circle = [...trail.slice(start), path].map(below)
      found.push(`${circle.join(' imports ')}: a circle`)
      return
    }
    for (const target of importsByFile.get(path) ?? []) visit(target, [...trail, path])
    finished.add(path)
  }
  for (const path of importsByFile.keys()) if (path.startsWith('src/')) visit(path, [])
  return found
}

/** The paths of the imports of a file, from the root. */
function importsOf(path: string, code: string): string[] {
  const found = code.matchAll(/\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)
  return [...found].map(([, specifier = '']) => join(dirname(path), specifier).split(sep).join('/'))
}

function judgeImport(path: string, target: string): string[] {
  const territory = Object.entries(territories).find(([start]) => path.startsWith(start))
  if (territory && !territory[1].some((start) => target.startsWith(start)))
    return [`${path} reaches out to ${target}`]
  if (!path.startsWith('src/') || !target.startsWith('src/')) return []

  const [from, to] = [below(path), below(target)]
  const [own, other] = [layerOf(from), layerOf(to)]
  if (own === -1) return [`${from} is in no layer: give its folder one in scripts/import-rules.ts`]
  if (other >= own || other === -1) return []
  return [`${from} reaches up to ${to}`]
}

const below = (path: string) => path.slice('src/'.length)

const layerOf = (path: string) =>
  layers.findIndex((names) => names.includes(path.replace(/\/.*|\.ts$/, '')))

function judgePrivileges(path: string, code: string): string[] {
  if (!path.startsWith('src/')) return []
  return privileges
    .filter(
      ({ pattern, in: places }) =>
        pattern.test(code) && !places.some((place) => matchesGlob(below(path), place)),
    )
    .map(({ what, in: places }) => `${below(path)} ${what}: only ${places.join(', ')} may`)
}

/**
 * Precise enough for this check: a `//` inside a text hides at most the rest of its line, so one
 * after a colon is kept.
 */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(?<!:)\/\/.*$/gm, '')

async function readSources(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const patterns = Object.keys(territories).map((start) => `${start}**/*.{ts,tsx}`)
  for await (const file of glob(patterns, { cwd: root, exclude: ['**/node_modules/**'] })) {
    const path = file.split(sep).join('/')
    if (!path.endsWith('.test.ts')) files.set(path, await readFile(join(root, file), 'utf8'))
  }
  return files
}

if (import.meta.main) {
  const files = await readSources(join(import.meta.dirname, '..'))
  const violations = findImportViolations(files)
  for (const sentence of violations.sort()) console.error(sentence)
  console.log(`${files.size} files, ${violations.length} import violations`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
