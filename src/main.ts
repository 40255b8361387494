import { runCli } from './cli/cli.ts'

// Start reading here: every way to start the gateway is a command of the CLI; `serve` is the gateway itself.
process.exitCode = await runCli(process.argv.slice(2))
