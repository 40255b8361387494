import { handleStopSignals, stopWithoutReader } from './cli/stop-signals.ts'

// Start reading here. Every way to start the gateway is a command of the CLI; `serve` is the
// gateway itself.
handleStopSignals()
const argv = process.argv.slice(2)
if (!argv.includes('serve')) stopWithoutReader()
const oldestNode = 26
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  const { ConfigError, terminalLanguage } = await import('./config.ts')
  const { sentence } = new ConfigError('node-too-old', {
    version: process.versions.node,
    wanted: String(oldestNode),
  })
  console.error(sentence[terminalLanguage()])
  process.exit(1)
}
// Loading a command may take a second or two, in which a signal must have its effect.
const { runCli } = await import('./cli/cli.ts')
process.exitCode = await runCli(argv)
// What a failure left open would keep this process alive, and it would not be started again.
setTimeout(endWhenWritten, 500).unref()

/** The reader of a pipe may be slow. `serve` writes its log itself. */
function endWhenWritten(): void {
  const outputs = argv.includes('serve') ? [] : [process.stdout, process.stderr]
  if (outputs.some(({ writableLength }) => writableLength > 0))
    setTimeout(endWhenWritten, 100).unref()
  else process.exit()
}
