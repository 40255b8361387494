// Runs on the installed Node, before any other code of ours: plain JavaScript, no dependencies.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import * as module from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { openProgress, say } from './progress.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))

const oldestNode = 16
const sources = join(root, 'src/main.ts')
/** What `npm pack` makes has no sources, and all packages that it needs. */
const isPackage = !existsSync(sources)
const manifest = join(root, 'package.json')
const lockfile = join(root, 'package-lock.json')
const installedLockfile = join(root, 'node_modules/.package-lock.json')
const stamp = join(root, 'node_modules/.package-lock.sha256')
const pinnedNode = join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/**
 * Runs the command line. In production nothing is installed at start, and without a pinned Node the
 * Node that runs now is used if it is new enough. A server gets a process of its own, in which
 * SIGUSR1 opens no inspector: secrets could be read through it. Another command ends by itself and
 * runs in this process if its Node is the right one; its first step takes the signal over.
 */
export async function runGuiche(argv, { isServer }) {
  const flags = [
    ...(isServer ? ['--disable-sigusr1'] : []),
    ...(isServer && isPackage ? ['--enable-source-maps'] : []),
  ]
  const args = [...flags, isPackage ? join(root, 'dist/src/main.js') : sources, ...argv]
  const isInProcess = !isServer
  if (isPackage || isProductionInstall() || isProduction()) runInProduction(args, isInProcess)
  else await runPinned(args, isInProcess)
}

/** Makes node_modules match package-lock.json and runs `args` on the Node pinned there. */
export async function runPinned(args, isInProcess = false) {
  if (isOlder(process.versions.node, String(oldestNode)))
    giveUp(
      say(
        `Guichê precisa do Node ${oldestNode} ou mais novo para se instalar; este é o ${process.versions.node}.`,
        `Guichê needs Node ${oldestNode} or newer to install itself; this is ${process.versions.node}.`,
      ),
    )
  if (!isInstalled()) await install()
  if (!existsSync(pinnedNode)) {
    giveUp(
      say(
        'O pacote "node" não foi instalado por inteiro. Permita scripts de instalação (npm config set ignore-scripts false) e rode "npm ci".',
        'The package "node" was not installed completely. Allow install scripts (npm config set ignore-scripts false) and run "npm ci".',
      ),
    )
  }
  return run(pinnedNode, args, isInProcess)
}

function runInProduction(args, isInProcess) {
  if (!isPackage && !packagesIn(installedLockfile))
    giveUp(
      say(
        'As dependências não estão instaladas: rode "npm ci --omit=dev".',
        'The dependencies are not installed: run "npm ci --omit=dev".',
      ),
    )
  if (existsSync(pinnedNode)) return run(pinnedNode, args, isInProcess)
  const wanted = JSON.parse(readFileSync(manifest, 'utf8')).engines.node.replace('>=', '')
  if (isOlder(process.versions.node, wanted))
    giveUp(
      say(
        `Em produção o Guichê roda no Node da máquina: instale o ${wanted} ou mais novo; este é o ${process.versions.node}.`,
        `In production Guichê runs on the machine's Node: install ${wanted} or newer; this is ${process.versions.node}.`,
      ),
    )
  return run(process.execPath, args, isInProcess)
}

/**
 * Node keeps what it compiled here, so that the next command starts faster. Only the user who may
 * write the packages can write it; for another user Node reads it, or does without.
 */
const compileCache = join(root, 'node_modules/.cache/guiche')

const isProduction = ({ GUICHE_MODE, NODE_ENV } = process.env) =>
  (GUICHE_MODE || (NODE_ENV === 'production' ? 'production' : 'sandbox')) === 'production'

/** Installed according to package-lock.json, except the development packages. */
function isProductionInstall() {
  if (existsSync(pinnedNode)) return false
  const installed = packagesIn(installedLockfile)
  return (
    installed !== undefined &&
    !installed['node_modules/node'] &&
    installed['node_modules/fastify'] !== undefined
  )
}

function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

function isOlder(version, than) {
  const [have, want] = [version, than].map((text) => text.split('.').map(Number))
  const index = want.findIndex((number, at) => number !== have[at])
  return index >= 0 && have[index] < want[index]
}

/** The pinned Node replaces this process where possible: one process less in memory. */
function run(node, args, isInProcess) {
  process.env.NODE_COMPILE_CACHE ||= compileCache
  if (isInProcess && process.execPath === node) return runHere(args)
  // Under npm this process stays: it detects when npm has ended.
  if (process.execve && process.execPath === node && !isUnderNpm())
    process.execve(node, [node, ...args], process.env)
  else runAsChild(node, args)
}

function runHere([main, ...argv]) {
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE)
  if (isPackage) module.setSourceMapsSupport(true, { nodeModules: true })
  if (isUnderNpm()) whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'))
  process.argv.splice(1, process.argv.length, main, ...argv)
  return import(pathToFileURL(main).href)
}

function isInstalled() {
  if (!existsSync(installedLockfile) || !existsSync(pinnedNode)) return false
  // Installed by hand. This is also the quickest proof.
  if (statSync(installedLockfile).mtimeMs >= statSync(lockfile).mtimeMs) return true
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfileDigest()
}

async function install() {
  const progress = openProgress()
  progress.begin(
    say(
      'Instalando dependências (só na primeira vez e quando mudam)',
      'Installing dependencies (the first time and when they change)',
    ),
  )
  const watching = watchInstall(progress)
  const failure = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  clearInterval(watching)
  if (failure !== undefined) {
    progress.fail()
    giveUp(
      say(
        `"npm ci" falhou${failure}. Veja as mensagens acima.`,
        `"npm ci" failed${failure}. See the messages above.`,
      ),
    )
  }
  progress.end()
  writeFileSync(stamp, lockfileDigest())
}

/** Counts the installed packages. npm prints nothing until it has ended. */
function watchInstall(progress) {
  const folders = Object.entries(packagesIn(lockfile))
    .filter(([path, { optional }]) => path && !optional) // Optional ones may be for other machines.
    .map(([path]) => join(root, path, 'package.json'))
  let hasBegun = false
  const look = () => {
    const there = folders.filter((path) => existsSync(path)).length
    if (there < folders.length) hasBegun = true // npm has removed the previous packages.
    if (hasBegun && there === folders.length)
      progress.update(say('preparando o Node e o PostgreSQL', 'preparing Node and PostgreSQL'))
    else if (hasBegun)
      progress.update(
        say(`${there} de ${folders.length} pacotes`, `${there} of ${folders.length} packages`),
      )
  }
  const timer = setInterval(look, 500)
  timer.unref()
  return timer
}

/** Resolves with the error message when npm failed. */
function runNpm(flags) {
  // npm's own Node, because the pinned one is removed during the installation. npm is run as a
  // script where its path is known, because shells differ.
  const node = process.env.npm_node_execpath || process.execPath
  const npm = process.env.npm_execpath
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }
  const child = npm
    ? spawn(node, [npm, ...flags], options)
    : spawn('npm', flags, { ...options, shell: process.platform === 'win32' })
  const stop = (signal) => {
    child.kill(signal)
    process.exit(128 + constants.signals[signal])
  }
  for (const signal of stopSignals) process.on(signal, stop)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(`: ${error.message}`))
    child.on('exit', (code) => {
      for (const signal of stopSignals) process.removeListener(signal, stop)
      resolve(code === 0 ? undefined : '')
    })
  })
}

const lockfileDigest = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex')

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

function runAsChild(node, args) {
  // The pipe closes when this process dies.
  const child = spawn(node, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of stopSignals) process.on(signal, () => child.kill(signal))
  process.on('SIGUSR1', () => {}) // Would open an inspector in this process.
  if (isUnderNpm()) whenNpmIsGone(() => child.kill('SIGTERM'))
  child.on('error', (error) => giveUp(error.message))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const each of stopSignals) process.removeAllListeners(each)
    process.kill(process.pid, signal) // Ends this process in the same way.
    // The first process of a container has no default action for a signal.
    setTimeout(() => process.exit(128 + constants.signals[signal]), 100)
  })
}

/** Started by `npx guiche` or `npm start`. */
function isUnderNpm() {
  return ['npx', 'start'].includes(process.env.npm_lifecycle_event)
}

/**
 * npm starts this process through a shell, and a signal sent to npm ends that shell without
 * reaching this process. The parent of this process then changes. When npm is killed, the shell
 * stays and its parent changes, which can be seen where /proc exists.
 */
function whenNpmIsGone(act) {
  const shell = process.ppid
  const npm = parentOf(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return
    clearInterval(timer)
    act()
  }, 250)
  timer.unref()
}

function parentOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8') // "pid (name) state parent …"
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[1]
  } catch {
    return undefined
  }
}

function giveUp(message) {
  console.error(message)
  process.exit(1)
}
