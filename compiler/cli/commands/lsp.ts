// `portolan lsp`: the language server, on standard input and output.
import { type Command, usageError } from '../command.ts'

export const lspCommand: Command = {
  usage: '[--stdio]',
  help: `Serves an editor with the Language Server Protocol (3.17) on standard input and output: editors start it. It reports the
findings of "portolan check" while files are edited, with their fixes, and answers requests for completion, hovers,
definitions, references, new names, lenses, folding and formats in manifests, configs, prompts and tests.
examples/editors has the settings of VS Code, Neovim, Zed and JetBrains. No code of a folder is run, so custom checks are not loaded,
unless the initialization option "trusted" is true.

  --stdio   has no effect; many editors add it`,
  options: { stdio: { type: 'boolean' } },
  run: async (positionals, _values, terminal) => {
    if (positionals.length > 0)
      return usageError(terminal, 'Editors name the folders of projects: lsp takes no arguments.', 'lsp')
    const { startServer } = await import('../language-server/start-server.ts')
    startServer({
      input: process.stdin,
      output: process.stdout,
      folder: terminal.folder,
      now: () => Date.now(),
      exit: code => process.exit(code),
      whenEnded: (processId, onEnd) => {
        const timer = setInterval(() => {
          if (isRunning(processId)) return
          clearInterval(timer)
          onEnd()
        }, 3000)
      },
    })
    // The end of the connection is the end of the process.
    return await new Promise<never>(() => {})
  },
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
