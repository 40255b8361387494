import { glob, mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { dashboardPictures, dashboardVariants } from './dashboard-pictures.ts'
import { payerPictures, payerVariants } from './payer-pictures.ts'
import { openProgress, say } from './progress.mjs'
import { exitWithParent } from './supervise.ts'

exitWithParent()

/**
 * A picture of every page, and a page that shows them together. Arguments: `payer` or `dashboard`
 * for one kind, names of variants for these alone (`en-dark-phone`, `payer-pt-light-320`), and a
 * folder. Ends with 1 when axe finds something serious on a page.
 */
const kinds = [
  { kind: 'payer', variants: payerVariants, make: payerPictures },
  { kind: 'dashboard', variants: dashboardVariants, make: dashboardPictures },
]
const words = new Set(kinds.flatMap(({ kind, variants }) => [kind, ...variants]))
const args = process.argv.slice(2)
const named = args.filter((arg) => words.has(arg))
const folder = resolve(args.find((arg) => !words.has(arg)) ?? 'pictures')
const progress = openProgress()
const problems: string[] = []
await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
try {
  for (const { kind, variants, make } of kinds) {
    const isWhole = named.length === 0 || named.includes(kind)
    const chosen = variants.filter((name) => isWhole || named.includes(name))
    if (chosen.length > 0) problems.push(...(await make(folder, chosen, progress)))
  }
} finally {
  progress.end()
}
const pictures = (await Array.fromAsync(glob('*/*.png', { cwd: folder }))).toSorted()
await writeFile(join(folder, 'index.html'), contactSheet(pictures))
console.log(
  say(`${pictures.length} imagens em ${folder}`, `${pictures.length} pictures in ${folder}`),
)
for (const problem of problems) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)

/** Every picture, small, under its name. */
function contactSheet(files: readonly string[]): string {
  return `<!doctype html>
<meta charset="utf-8"><title>Guichê: pictures</title>
<style>body{font:14px system-ui;display:flex;flex-wrap:wrap;gap:16px}figure{margin:0}
img{width:320px;border:1px solid #ccc}</style>
${files.map(figureOf).join('\n')}
`
}

function figureOf(file: string): string {
  return (
    `<figure><a href="${file}"><img src="${file}" loading="lazy"></a>` +
    `<figcaption>${file}</figcaption></figure>`
  )
}
