// Starts `portolan lsp` for the folders of the window, and ends it with the window.
const { workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

const LANGUAGES = ['yaml', 'json', 'jsonc', 'typescript', 'plaintext']

let client

exports.activate = async () => {
  const command = workspace.getConfiguration('portolan').get('command', 'portolan')
  client = new LanguageClient(
    'portolan',
    'Portolan',
    { command, args: ['lsp'] },
    { documentSelector: LANGUAGES.map(language => ({ scheme: 'file', language })) },
  )
  await client.start()
}

exports.deactivate = async () => {
  await client?.stop()
}
