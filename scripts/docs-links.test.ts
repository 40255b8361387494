import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
const pages: string[] = []
for await (const page of glob(['*.md', '{docs,sandbox,sdk,bench,test}/**/*.md'], { cwd: root })) pages.push(page)

test('every link between our pages leads to a file, and to a heading of it', async () => {
  const broken = await Promise.all(pages.map(brokenLinks))
  assert.ok(pages.length > 40, 'the pages are there')
  assert.deepEqual(broken.flat(), [])
})

test('every guide is listed in the README', async () => {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const guides = pages.filter((page) => page.startsWith('docs/guides/'))
  assert.deepEqual(
    guides.filter((guide) => !readme.includes(`](${guide})`)),
    [],
  )
})

async function brokenLinks(page: string): Promise<string[]> {
  const text = withoutCode(await readFile(join(root, page), 'utf8'))
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const verdicts = await Promise.all(
    links
      .filter((link) => !/^[a-z]+:/.test(link))
      .map(async (link) => ((await isGood(page, link)) ? [] : [`${page}: ${link}`])),
  )
  return verdicts.flat()
}

async function isGood(page: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || anchorsOf(await readFile(join(root, target), 'utf8')).has(anchor)
}

/** As GitHub makes them: lower case, letters, digits and hyphens. */
const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, '')
