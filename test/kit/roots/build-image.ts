import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { readContainerfile, type Stage, type Step } from './containerfile.ts'
import { authorities, copyRoot, installIn, type RootProcess, runIn } from './linux-root.ts'

/** What a build leaves behind: a folder with the files, and how it is started. */
export interface Image {
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly folder: string
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
  readonly ports: readonly number[]
  readonly stopSignal: string
}

export interface Build {
  readonly containerfile: string
  /** The folder that COPY reads. */
  readonly context: string
  readonly args: Readonly<Record<string, string>>
  /** The roots of the base images, by the name that `args` give them. */
  readonly bases: Readonly<Record<string, string>>
  /** The folder of the roots of the stages. */
  readonly into: string
  /** The folder on this machine of each `--mount=type=cache`, by its target. */
  readonly caches: Readonly<Record<string, string>>
  readonly report: (line: string) => void
}

/**
 * Carries out every instruction of a Containerfile without a container engine. The base images are
 * folders. An instruction, a flag or a form that is not understood is an error.
 */
export async function buildImage(build: Build): Promise<Image> {
  const stages = readContainerfile(readFileSync(build.containerfile, 'utf8'), build.args)
  await mkdir(build.into, { recursive: true })
  const done = new Map<string, Image>()
  let last: Image | undefined
  for (const [index, stage] of stages.entries()) {
    last = await buildStage(build, { stage, done, root: join(build.into, `stage-${index}`) })
    if (stage.name) done.set(stage.name, last)
  }
  assert.ok(last, 'the Containerfile has no stage')
  return last
}

interface Site {
  readonly stage: Stage
  readonly done: ReadonlyMap<string, Image>
  readonly root: string
}

async function buildStage(build: Build, site: Site): Promise<Image> {
  const { base, steps } = site.stage
  const from = build.bases[base]
  assert.ok(from, `no root stands for the base image ${base}`)
  await copyRoot(from, site.root)
  let image: Image = {
    ...{ root: site.root, env: {}, user: '0:0', folder: '/', entrypoint: [], command: [] },
    ...{ healthCheck: [], ports: [], stopSignal: 'SIGTERM' },
  }
  build.report(`FROM ${base}`)
  for (const step of steps) {
    build.report(`${step.keyword} ${step.words.join(' ')}`)
    image = await carryOut(build, { ...site, image, step })
  }
  return image
}

async function carryOut(
  build: Build,
  { image, step, done }: Site & { readonly image: Image; readonly step: Step },
): Promise<Image> {
  const { keyword, words, text, flags } = step
  const [first = ''] = words
  const known = { RUN: ['mount'], COPY: ['from'], HEALTHCHECK: healthFlags }[keyword] ?? []
  for (const flag of Object.keys(flags)) assert.ok(known.includes(flag), `${keyword} --${flag}`)
  switch (keyword) {
    case 'RUN':
      await runIn({
        ...processOf(image, ['/bin/sh', '-c', text]),
        ...(flags.mount && { mounts: await cacheMount(build, image, flags.mount) }),
      })
      return image
    case 'COPY':
      await copy(
        image,
        words,
        flags.from === undefined ? build.context : rootOf(done, flags.from),
        {
          isContext: flags.from === undefined,
        },
      )
      return image
    case 'ENV':
      return { ...image, env: { ...image.env, ...variables(words) } }
    case 'USER':
      return { ...image, user: first }
    case 'WORKDIR':
      await mkdir(join(image.root, first), { recursive: true })
      return { ...image, folder: first }
    case 'EXPOSE':
      return { ...image, ports: words.map(Number) }
    case 'STOPSIGNAL':
      return { ...image, stopSignal: first }
    case 'HEALTHCHECK':
      return { ...image, healthCheck: words }
    case 'ENTRYPOINT':
      return { ...image, entrypoint: words, command: [] }
    case 'CMD':
      return { ...image, command: words }
    default:
      return assert.fail(`${keyword} is not understood`)
  }
}

const healthFlags = ['interval', 'timeout', 'start-period', 'retries']

function rootOf(done: ReadonlyMap<string, Image>, name: string): string {
  const image = done.get(name)
  assert.ok(image, `no stage before is named ${name}`)
  return image.root
}

/** A command of the image. With `argv` another one, as its user and in its environment. */
export function processOf(
  image: Image,
  argv: readonly string[] = [...image.entrypoint, ...image.command],
): RootProcess {
  const user = userOf(image)
  return {
    ...{ root: image.root, argv, env: image.env, folder: image.folder },
    ...(user.uid !== 0 && { user }),
  }
}

/** The numbers of a user, by name or number. */
function userOf({ root, user }: Image): { readonly uid: number; readonly gid: number } {
  const [name = '', group = name] = user.split(':')
  const [, uid = name, gid = group] =
    new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(
      readFileSync(join(root, 'etc/passwd'), 'utf8'),
    ) ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

const variables = (words: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=')
      assert.ok(at > 0, `ENV ${word}`)
      return [word.slice(0, at), word.slice(at + 1)]
    }),
  )

async function cacheMount(build: Build, image: Image, flag: string) {
  const options = new Map(flag.split(',').map((each) => each.split('=') as [string, string]))
  assert.equal(options.get('type'), 'cache', flag)
  const target = options.get('target') ?? ''
  const folder = build.caches[target]
  assert.ok(folder, `no folder stands for the cache ${target}`)
  await mkdir(join(image.root, target), { recursive: true })
  return { [target]: folder }
}

async function copy(
  image: Image,
  words: readonly string[],
  from: string,
  { isContext }: { readonly isContext: boolean },
): Promise<void> {
  const target = words.at(-1) ?? ''
  const place = join(image.root, target.startsWith('/') ? target : join(image.folder, target))
  const isIgnored = isContext ? readIgnored(from) : () => false
  for (const source of words.slice(0, -1)) {
    const found = source === '.' ? [source] : globSync(source.replace(/^\//, ''), { cwd: from })
    assert.ok(found.length > 0, `COPY ${source}: not in the context`)
    for (const each of found) {
      const whole = join(from, each)
      const isFolder = statSync(whole).isDirectory()
      await cp(whole, isFolder || !/\/$/.test(target) ? place : join(place, basename(each)), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => path === from || !isIgnored(path.slice(from.length + 1)),
      })
    }
  }
}

/** The rules of `.dockerignore`: the last pattern that matches a path or its folder decides. */
function readIgnored(context: string): (path: string) => boolean {
  const file = join(context, '.dockerignore')
  if (!existsSync(file)) return () => false
  const rules = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ pattern: line.replace(/^!/, ''), isIgnored: !line.startsWith('!') }))
  return (path) => {
    const parents: string[] = []
    for (let each = path; each !== '.'; each = dirname(each)) parents.push(each)
    const rule = rules.findLast(({ pattern }) => parents.some((each) => matchesGlob(each, pattern)))
    return rule?.isIgnored ?? false
  }
}

/**
 * Adds a Node and npm to a root, where an image of Node has them, and the library it needs. npm
 * trusts the registry that this machine trusts.
 */
export async function addNode(root: string, node: string, npm: string): Promise<void> {
  await installIn(root, 'libatomic1')
  const local = join(root, 'usr/local')
  await cp(node, join(local, 'bin/node'))
  await chmod(join(local, 'bin/node'), 0o755)
  await rm(join(local, 'lib/node_modules/npm'), { recursive: true, force: true })
  await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, `bin/${name}`))
  await writeFile(join(local, 'etc/npmrc'), `cafile=${authorities}\n`)
}
