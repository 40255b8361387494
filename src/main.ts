import { handleStopSignals } from './cli/stop-signals.ts'

// Start reading here: every way to start the gateway is a command of the CLI; `serve` is the gateway itself.
handleStopSignals()
const { runCli } = await import('./cli/cli.ts') // Takes a second or two, in which a signal must count.
process.exitCode = await runCli(process.argv.slice(2))
