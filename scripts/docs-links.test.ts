import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')
/** What the build of the docs site writes. Its links have a test of their own. */
const isBuilt = (file: string): boolean => /^docs\/(?:dist|\.build-\d+)\//.test(file)
const pages: string[] = []
for await (const page of glob(['*.md', '{docs,sandbox,sdk,bench,test}/**/*.md'], { cwd: root }))
  if (!isBuilt(page)) pages.push(page)
const files: string[] = []
const everyFile = [
  '*',
  '{contract,checkout,dashboard,src,sandbox,sdk,test,bench,scripts,docs}/**/*',
].map((place) => `${place}.{ts,tsx,mjs,sql,md}`)
for await (const file of glob(everyFile, { cwd: root })) if (!isBuilt(file)) files.push(file)

/**
 * Specifications that are not in the repository. Their rules are stated in pages of docs/ instead.
 */
const absentDocuments = [
  ...['reliability', 'product', 'style', 'acquirers', 'brazil', 'live-providers'],
  ...['interface', 'compatibility', 'device-wallet'],
]

test('every link between our pages leads to a file, and to an existing heading', async () => {
  const broken = await Promise.all(pages.map(brokenLinks))
  assert.ok(pages.length > 40, 'the pages are there')
  assert.deepEqual(broken.flat(), [])
})

test('every page of docs/ that code or text names exists, with its heading', async () => {
  assert.ok(files.length > 1_000, 'the files are there')
  assert.deepEqual((await Promise.all(files.map(brokenMentions))).flat(), [])
})

test('every source file that a page names exists', async () => {
  const sources = files.filter((file) => !file.endsWith('.md')).map((file) => `/${file}`)
  const named = await Promise.all(
    pages.filter(isOurPage).map(async (page) => {
      const names = (await readText(page)).matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs|sql))`/g)
      return [...names].map(([, name = '']) => ({ page, name }))
    }),
  )
  assert.ok(named.flat().length > 100, 'pages name files')
  assert.deepEqual(
    named.flat().filter(({ name }) => !sources.some((source) => source.endsWith(`/${name}`))),
    [],
  )
})

test('no file cites a document that is not in the repository', async () => {
  assert.deepEqual((await Promise.all(files.filter(isNotThisTest).map(absentCitations))).flat(), [])
})

for (const [text, isCitation] of [
  ['its outcome stays unknown (reliability U6)', true],
  ['the moves of product.md 5', true],
  ['behind the limits of reliability section 9', true],
  ['Product.md left it open', true],
  ['a stage as acquirers 3.12 lists it', true],
  ['Cielo eCommerce 3.0 (acquirers section 3)', true],
  ['the unit of brazil.md 4.3', true],
  ['the [rules of Brazil](../design/brazil.md#med) hold', false],
  ['by docs/design/providers/card-acquirers.md', false],
  ['the route of interface 4.6', true],
  ['the steps of device-wallet.md 8', true],
  ['docs/design/interface.md#merchant-session', false],
  ['see docs/reliability.md for the experiments', false],
  ['the rules of [reliability](reliability.md) hold', false],
  ['a product of two numbers', false],
] as const) {
  test(`"${text}" is ${isCitation ? 'a' : 'not a'} citation of an absent document`, () =>
    assert.equal(citationsIn(text).length > 0, isCitation))
}

test('every rule in the name of a test has its heading in docs/design/rules.md', async () => {
  const rules = anchorsOf(await readText('docs/design/rules.md'))
  const named = await Promise.all(files.filter((file) => file.endsWith('.test.ts')).map(rulesNamed))
  assert.ok(named.flat().length > 50, 'tests name rules')
  assert.deepEqual(
    named.flat().filter((rule) => !rules.has(rule.toLowerCase())),
    [],
  )
})

test('every guide is listed in the README', async () => {
  const readme = await readText('README.md')
  const guides = pages.filter((page) => /^docs\/guides\/[\w-]+\.md$/.test(page))
  assert.deepEqual(
    guides.filter((guide) => !readme.includes(`](${guide})`)),
    [],
  )
})

async function brokenMentions(file: string): Promise<string[]> {
  const mentions = (await readText(file)).match(/(?<![\w./-])docs\/[\w./-]*\.md(?:#[\w-]+)?/g) ?? []
  const verdicts = await Promise.all(mentions.map((mention) => isGood('', mention)))
  return mentions.filter((_, index) => !verdicts[index]).map((mention) => `${file}: ${mention}`)
}

async function absentCitations(file: string): Promise<string[]> {
  return citationsIn(await readText(file)).map((citation) => `${file}: ${citation}`)
}

/**
 * A name with the number of a part of the document, or a file name that is not the target of a
 * link.
 */
function citationsIn(text: string): string[] {
  const name = `(?:${absentDocuments.join('|')})`
  const parts = new RegExp(
    `(?<![\\w-])${name}(?:\\.md)?,?\\s(?:section |rule )?[A-Z]?\\d[\\w.]*`,
    'gi',
  )
  const bare = new RegExp(`(?<![\\w/-])(?<!\\]\\()${name}\\.md\\b`, 'gi')
  return [...(text.match(parts) ?? []), ...(text.match(bare) ?? [])]
}

/** Guides for merchants name files of the merchant's own program. */
const isOurPage = (page: string): boolean =>
  !page.startsWith('docs/guides/') && !page.startsWith('sdk/')

/** This file has citations as examples. */
const isNotThisTest = (file: string): boolean => join(root, file) !== import.meta.filename

/** `D3` of "D3: …", and of "… (D3)". */
async function rulesNamed(file: string): Promise<string[]> {
  const names = (await readText(file)).matchAll(/\btest\(\s*(['`"])(.*?)\1,/g)
  return [...names].flatMap(
    ([, , name = '']) => name.match(/^[A-Z]\d{1,2}(?=: )|(?<= \()[A-Z]\d{1,2}(?=\)$)/g) ?? [],
  )
}

const readText = (file: string): Promise<string> => readFile(join(root, file), 'utf8')

async function brokenLinks(page: string): Promise<string[]> {
  const text = withoutCode(await readText(page))
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const verdicts = await Promise.all(
    links
      .filter((link) => !/^(?:[a-z]+:|\/docs\/)/.test(link))
      .map(async (link) => ((await isGood(page, link)) ? [] : [`${page}: ${link}`])),
  )
  return verdicts.flat()
}

async function isGood(page: string, link: string): Promise<boolean> {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return false
  return anchor === undefined || anchorsOf(await readText(target)).has(anchor)
}

/** As GitHub writes them: lower case, letters, digits and hyphens. */
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
