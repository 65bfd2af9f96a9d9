// The files for editors: all of them name one command, and it serves the project beside them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { HoverRequest } from 'vscode-languageserver-protocol/node'
import { startEditorClient } from './support/editor-client.ts'
import { ROOT } from './support/folder.ts'

const FOLDER = join(ROOT, 'examples/editors')
const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')
const jsonOf = (name: string) => JSON.parse(textOf(name))

/** What the extension starts, with doubles of the two modules that it gets from VS Code and from its package. */
async function startedByExtension(): Promise<readonly string[]> {
  const started: string[] = []
  const trusted: boolean[] = []
  class LanguageClient {
    readonly server: { readonly command: string; readonly args: readonly string[] }
    constructor(
      _id: string,
      _name: string,
      server: LanguageClient['server'],
      options: { readonly initializationOptions: { readonly trusted: boolean } },
    ) {
      this.server = server
      trusted.push(options.initializationOptions.trusted)
    }
    start(): void {
      started.push(this.server.command, ...this.server.args)
    }
    stop(): void {
      started.length = 0
    }
  }
  const { properties } = jsonOf('vscode/package.json').contributes.configuration
  let onGrant: () => Promise<void> = async () => {}
  const doubles: Readonly<Record<string, unknown>> = {
    vscode: {
      workspace: {
        get isTrusted() {
          return trusted.length > 0
        },
        onDidGrantWorkspaceTrust: (listener: typeof onGrant) => {
          onGrant = listener
        },
        getConfiguration: (section: string) => ({
          get: (name: string) => properties[`${section}.${name}`].default,
        }),
      },
    },
    'vscode-languageclient/node': { LanguageClient },
  }
  const exports: {
    activate?: (context: { readonly subscriptions: unknown[] }) => Promise<void>
    deactivate?: () => Promise<void>
  } = {}
  runInNewContext(textOf('vscode/extension.js'), { require: (name: string) => doubles[name], exports })
  await exports.activate?.({ subscriptions: [] })
  const command = [...started]
  // The server starts again where the window becomes trusted, and knows it then.
  await onGrant()
  expect(started).toEqual(command)
  expect(trusted).toEqual([false, true])
  await exports.deactivate?.()
  expect(started).toEqual([])
  return command
}

it('each editor starts the same command', async () => {
  const { lsp } = jsonOf('zed/settings.json')
  const binaries = Object.values(lsp).map(server => {
    const { binary } = server as { binary: { path: string; arguments: readonly string[] } }
    return [binary.path, ...binary.arguments]
  })
  const [, lua = ''] = /^ {2}cmd = \{ (.*) \},$/m.exec(textOf('neovim/portolan.lua')) ?? []
  const commands = [
    await startedByExtension(),
    ...binaries,
    jsonOf('jetbrains/template.json').programArgs.default.split(' '),
    lua.split(', ').map(word => word.replaceAll("'", '')),
  ]
  expect(commands).toEqual(commands.map(() => ['portolan', 'lsp']))
})

it('the extension depends on one package, whose module it imports', () => {
  const { dependencies, main } = jsonOf('vscode/package.json')
  expect(Object.keys(dependencies)).toEqual(['vscode-languageclient'])
  expect(() => createRequire(import.meta.url).resolve(join(FOLDER, 'vscode', main))).not.toThrow()
})

it('the command serves the project beside the files', async () => {
  const editor = await startEditorClient(FOLDER, {}, [join(ROOT, '.bin/portolan'), 'lsp'])
  expect(await editor.open('configs/chat.yaml')).toEqual([])
  const line = textOf('configs/chat.yaml')
    .split('\n')
    .findIndex(each => each.includes('weight: 3'))
  const hover = await editor.connection.sendRequest(HoverRequest.type, {
    textDocument: { uri: editor.uriOf('configs/chat.yaml') },
    position: { line, character: 29 },
  })
  expect(hover?.contents).toMatchObject({ value: expect.stringContaining('gets 75% of the requests') })
  expect(await editor.stop()).toBe(0)
}, 60_000)
