// Runs on whatever Node is installed, before anything of ours is: plain JavaScript, no dependencies.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const oldestNode = 16
const lockfile = join(root, 'package-lock.json')
const installedLockfile = join(root, 'node_modules/.package-lock.json')
const stamp = join(root, 'node_modules/.package-lock.sha256')
const pinnedNode = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** Makes node_modules what package-lock.json says and runs `args` on the Node pinned there, in our place. */
export function runPinned(args) {
  const major = Number(process.versions.node.split('.')[0])
  if (major < oldestNode)
    giveUp(`Guichê precisa do Node ${oldestNode} ou mais novo para se instalar; este é o ${process.versions.node}.`)
  if (!isInstalled()) install()
  if (!existsSync(pinnedNode)) {
    giveUp(
      'O pacote "node" não foi instalado por inteiro. Permita scripts de instalação (npm config set ignore-scripts false) e rode "npm ci".',
    )
  }
  // A process less in memory, where Node can be replaced by another program. Only the pinned one surely can, and quietly.
  if (process.execve && process.execPath === pinnedNode) process.execve(pinnedNode, [pinnedNode, ...args], process.env)
  else runAsChild(args)
}

function isInstalled() {
  if (!existsSync(installedLockfile) || !existsSync(pinnedNode)) return false
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfileDigest()) return true
  return statSync(installedLockfile).mtimeMs >= statSync(lockfile).mtimeMs // Installed by hand.
}

function install() {
  console.log('Instalando dependências (só na primeira vez e quando mudam)…')
  // npm's own Node, as the pinned one is removed on the way. npm as a script of its own where we know it, for shells differ.
  const node = process.env.npm_node_execpath || process.execPath
  const npm = process.env.npm_execpath
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const result = npm
    ? spawnSync(node, [npm, ...flags], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', flags, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      })
  if (result.status !== 0)
    giveUp(`"npm ci" falhou${result.error ? `: ${result.error.message}` : ''}. Veja as mensagens acima.`)
  writeFileSync(stamp, lockfileDigest())
}

const lockfileDigest = () => createHash('sha256').update(readFileSync(lockfile)).digest('hex')

function runAsChild(args) {
  const child = spawn(pinnedNode, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }) // The pipe tells it when we die.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => giveUp(error.message))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal) // Ends us as it ended.
  })
}

function giveUp(message) {
  console.error(message)
  process.exit(1)
}
