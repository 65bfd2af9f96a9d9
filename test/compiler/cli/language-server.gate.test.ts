// The language server as a process, with the client library of VS Code: an editing session.
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  CancellationTokenSource,
  CodeActionRequest,
  CodeLensRequest,
  CompletionRequest,
  DefinitionRequest,
  DocumentDiagnosticRequest,
  DocumentFormattingRequest,
  DocumentHighlightKind,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  SelectionRangeRequest,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver-protocol/node'
import { type EditorClient, startEditorClient } from '../../support/editor-client.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

const FILES = {
  'gateway.yaml': 'providers:\n  main: { provider: openai, api_key: "${env:K}" }\n',
  'configs/chat.yaml': 'provider: "@main"\nretry: { attempts: 2 }\n',
  'configs/other.yaml': 'provider: "@main"\n',
}

const codesOf = (found: readonly { readonly code?: unknown }[]): readonly unknown[] =>
  found.map(({ code }) => code)

it('gives findings on request to a client that takes none that are published, and announces that to no other', async () => {
  const folder = makeFolder(FILES)
  const editor = await startEditorClient(folder, { textDocument: { diagnostic: {} } })
  expect(editor.initialized.capabilities).toMatchObject({
    diagnosticProvider: { interFileDependencies: true, workspaceDiagnostics: false },
  })
  await editor.open('configs/chat.yaml', 'provider: "@nobody"\n')
  const report = await editor.connection.sendRequest(DocumentDiagnosticRequest.type, {
    textDocument: { uri: editor.uriOf('configs/chat.yaml') },
  })
  expect(report).toMatchObject({ kind: 'full', items: [{ code: 'unknown-slug' }] })
  expect(await editor.stop()).toBe(0)
  rmSync(folder, { recursive: true })
})

describe('an editing session', () => {
  const folder = makeFolder(FILES)
  let editor: EditorClient
  beforeAll(async () => {
    editor = await startEditorClient(folder)
  }, 60_000)
  afterAll(() => {
    editor.process.kill()
    rmSync(folder, { recursive: true })
  })

  it('negotiates UTF-16, which every client has', () => {
    expect(editor.initialized.capabilities).not.toHaveProperty('diagnosticProvider')
    expect(editor.initialized).toMatchObject({
      serverInfo: { name: 'portolan' },
      capabilities: { positionEncoding: 'utf-16', textDocumentSync: { openClose: true, change: 2 } },
    })
  })

  it('finds a mistake while it is typed, and that it is gone', async () => {
    expect(await editor.open('configs/chat.yaml')).toEqual([])
    const [found] = await editor.edit('configs/chat.yaml', 'attemps', at(1, 9), at(1, 17))
    expect(found).toMatchObject({
      code: 'unknown-property',
      severity: 1,
      source: 'portolan',
      range: { start: at(1, 9), end: at(1, 16) },
    })
    expect(await editor.edit('configs/chat.yaml', 'attempts', at(1, 9), at(1, 16))).toEqual([])
  })

  it('publishes findings in files that are not open, and clears them', async () => {
    await editor.open('gateway.yaml')
    await editor.edit('gateway.yaml', 'mian', at(1, 2), at(1, 6))
    const found = await editor.findings('configs/other.yaml', each => each.length > 0)
    expect(codesOf(found)).toEqual(['unknown-slug'])
    await editor.edit('gateway.yaml', 'main', at(1, 2), at(1, 6))
    expect(await editor.findings('configs/other.yaml', each => each.length === 0)).toEqual([])
  })

  it('reads files that another program writes', async () => {
    writeFileSync(join(folder, 'configs/third.yaml'), 'provider: "@nobody"\n')
    const found = await editor.findings('configs/third.yaml', each => each.length > 0)
    expect(codesOf(found)).toEqual(['unknown-slug'])
  })

  it.each([
    ['a config', 'configs/new.yaml', 'provider: "@nobody"\n', 'unknown-slug'],
    ['a config in a new folder', 'configs/deep/newer.yaml', 'provider: "@nobody"\n', 'unknown-slug'],
    ['a prompt', 'prompts/new.yaml', 'mesages: []\n', 'unknown-property'],
    ['a test', 'configs/other.test.yaml', 'tets: []\n', 'unknown-property'],
    ['a manifest', 'nested/gateway.yaml', 'provders: {}\n', 'unknown-property'],
  ])('helps in %s that was never saved, by its place, until it is closed', async (_, name, text, code) => {
    expect(codesOf(await editor.open(name, text))).toContain(code)
    const list = await editor.connection.sendRequest(CompletionRequest.type, {
      textDocument: { uri: editor.uriOf(name) },
      position: at(0, 2),
    })
    expect(list).toMatchObject({ items: expect.arrayContaining([expect.anything()]) })
    await editor.close(name)
    expect(await editor.findings(name, each => each.length === 0)).toEqual([])
  })

  it('offers the fix of a finding', async () => {
    const [found] = await editor.edit('configs/chat.yaml', 'provider: "@mian"\n')
    const actions = await editor.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: editor.uriOf('configs/chat.yaml') },
      range: found?.range ?? expect.fail(),
      context: { diagnostics: [] },
    })
    expect(actions).toMatchObject([
      {
        title: 'Write "@main"',
        kind: 'quickfix',
        edit: { changes: { [editor.uriOf('configs/chat.yaml')]: [{ newText: '"@main"' }] } },
      },
    ])
  })

  it('counts columns of characters beyond the basic plane in UTF-16', async () => {
    const line = '{ strategy: { mode: single }, targets: [{ name: "😀", provider: "@mian" }] }'
    const [found] = await editor.edit('configs/chat.yaml', line)
    const start = line.indexOf('"@mian')
    expect(found?.range).toEqual({ start: at(0, start), end: at(0, start + 7) })
  })

  describe('answers about a document that is not saved:', () => {
    const CHAT = 'configs/chat.yaml'
    const here = (line: number, character: number) => ({
      textDocument: { uri: editor.uriOf(CHAT) },
      position: at(line, character),
    })
    beforeAll(async () => {
      await editor.edit(CHAT, 'provider: "@main"\nretry:\n  attempts: 2\n')
    })

    it('completion', async () => {
      await editor.edit(CHAT, '  on', at(3, 0))
      const list = await editor.connection.sendRequest(CompletionRequest.type, here(3, 4))
      expect(list).toMatchObject({
        items: expect.arrayContaining([
          expect.objectContaining({
            label: 'on_status_codes',
            textEdit: { range: { start: at(3, 2), end: at(3, 4) }, newText: 'on_status_codes: ' },
          }),
        ]),
      })
      await editor.edit(CHAT, '', at(3, 0), at(3, 4))
    })

    it('a hover', async () => {
      const hover = await editor.connection.sendRequest(HoverRequest.type, here(2, 4))
      expect(hover).toMatchObject({
        contents: {
          kind: 'markdown',
          value: expect.stringContaining('After inheritance: call @main; retry 2'),
        },
        range: { start: at(2, 2), end: at(2, 10) },
      })
    })

    it('a definition, and references', async () => {
      const [definition] = (await editor.connection.sendRequest(DefinitionRequest.type, here(0, 13))) as {
        uri: string
      }[]
      expect(definition).toMatchObject({ uri: editor.uriOf('gateway.yaml'), range: { start: at(1, 2) } })
      const uses = await editor.connection.sendRequest(ReferencesRequest.type, {
        ...here(0, 13),
        context: { includeDeclaration: false },
      })
      expect(uses?.map(({ uri }) => uri)).toEqual(
        ['configs/chat.yaml', 'configs/other.yaml'].map(editor.uriOf),
      )
    })

    it('a new name', async () => {
      expect(await editor.connection.sendRequest(PrepareRenameRequest.type, here(0, 13))).toEqual({
        placeholder: 'main',
        range: { start: at(0, 12), end: at(0, 16) },
      })
      const edit = await editor.connection.sendRequest(RenameRequest.type, {
        ...here(0, 13),
        newName: 'first',
      })
      expect(Object.keys(edit?.changes ?? {}).toSorted()).toEqual(
        ['configs/chat.yaml', 'configs/other.yaml', 'gateway.yaml'].map(editor.uriOf),
      )
      const refused = editor.connection.sendRequest(RenameRequest.type, { ...here(1, 1), newName: 'first' })
      await expect(refused).rejects.toThrow(
        'Clients send the name of the config "chat": rename its file, and its tests.',
      )
    })

    it('a lens, and folding', async () => {
      const { textDocument } = here(0, 0)
      const lenses = await editor.connection.sendRequest(CodeLensRequest.type, { textDocument })
      expect(lenses).toMatchObject([
        { command: { title: expect.stringMatching(/^no tests, worst case 3 calls/) } },
      ])
      const folds = await editor.connection.sendRequest(FoldingRangeRequest.type, { textDocument })
      expect(folds).toEqual([{ startLine: 1, endLine: 2 }])
    })

    it('an outline, a selection, highlights, links and symbols of the workspace', async () => {
      const textDocument = { uri: editor.uriOf(CHAT) }
      const { connection } = editor
      expect(await connection.sendRequest(DocumentSymbolRequest.type, { textDocument })).toMatchObject([
        { name: 'provider', selectionRange: { start: at(0, 0), end: at(0, 8) } },
        { name: 'retry', children: [{ name: 'attempts' }] },
      ])
      const positions = [at(2, 4)]
      expect(
        await connection.sendRequest(SelectionRangeRequest.type, { textDocument, positions }),
      ).toMatchObject([
        { range: { start: at(2, 2), end: at(2, 10) }, parent: { parent: { range: { start: at(1, 0) } } } },
      ])
      expect(await connection.sendRequest(DocumentHighlightRequest.type, here(0, 14))).toEqual([
        { range: { start: at(0, 12), end: at(0, 16) }, kind: DocumentHighlightKind.Read },
      ])
      expect(await connection.sendRequest(DocumentLinkRequest.type, { textDocument })).toEqual([
        { range: { start: at(0, 12), end: at(0, 16) }, target: `${editor.uriOf('gateway.yaml')}#L2` },
      ])
      const symbols = await connection.sendRequest(WorkspaceSymbolRequest.type, { query: 'Oth' })
      expect(symbols).toMatchObject([
        { name: 'other', location: { uri: editor.uriOf('configs/other.yaml') } },
      ])
    })

    it('formatting', async () => {
      await editor.edit(CHAT, 'retry:   { attempts: 2 }\nprovider: "@main"\n')
      const edits = await editor.connection.sendRequest(DocumentFormattingRequest.type, {
        textDocument: here(0, 0).textDocument,
        options: { tabSize: 2, insertSpaces: true },
      })
      expect(edits).toEqual([
        {
          range: { start: at(0, 0), end: at(2, 0) },
          newText: 'provider: "@main"\nretry: { attempts: 2 }\n',
        },
      ])
      await editor.edit(CHAT, 'provider: "@main"\nretry:\n  attempts: 2\n')
    })

    it('nothing about a document of no project', async () => {
      const textDocument = { uri: 'file:///nowhere/else.yaml' }
      expect(
        await editor.connection.sendRequest(HoverRequest.type, { textDocument, position: at(0, 0) }),
      ).toBeNull()
      const untitled = { uri: 'untitled:one' }
      expect(
        await editor.connection.sendRequest(HoverRequest.type, {
          textDocument: untitled,
          position: at(0, 0),
        }),
      ).toBeNull()
    })

    it('a cancelled request, with an error', async () => {
      const source = new CancellationTokenSource()
      const edited = editor.edit(CHAT, '#', at(3, 0))
      const hover = editor.connection.sendRequest(HoverRequest.type, here(2, 4), source.token)
      source.cancel()
      await expect(hover).rejects.toMatchObject({ code: -32800 })
      await edited
    })

    it('a document with a hundred thousand lines', async () => {
      const lines = Array.from({ length: 100_000 }, (_, index) => `# ${index}\n`).join('')
      expect(await editor.edit(CHAT, `${lines}provider: "@main"\n`)).toEqual([])
      expect(await editor.connection.sendRequest(HoverRequest.type, here(100_000, 2))).not.toBeNull()
    })
  })

  it('takes back the text of the disk when a document is closed', async () => {
    await editor.close('configs/chat.yaml')
    expect(await editor.findings('configs/chat.yaml', each => each.length === 0)).toEqual([])
  })

  it('ends with 0 after a shutdown', async () => {
    expect(await editor.stop()).toBe(0)
  })
})

const at = (line: number, character: number): { line: number; character: number } => ({ line, character })
