// Starts `portolan lsp` for the folders of the window, and ends it with the window.
const { workspace } = require('vscode')
const { LanguageClient } = require('vscode-languageclient/node')

const LANGUAGES = ['yaml', 'json', 'jsonc', 'typescript', 'plaintext']

let client

const start = async () => {
  const command = workspace.getConfiguration('portolan').get('command', 'portolan')
  client = new LanguageClient(
    'portolan',
    'Portolan',
    { command, args: ['lsp'] },
    {
      documentSelector: LANGUAGES.map(language => ({ scheme: 'file', language })),
      // Only then are modules of custom checks run.
      initializationOptions: { trusted: workspace.isTrusted },
    },
  )
  await client.start()
}

exports.activate = async context => {
  await start()
  const restart = async () => {
    await client.stop()
    await start()
  }
  context.subscriptions.push(workspace.onDidGrantWorkspaceTrust(restart))
}

exports.deactivate = async () => {
  await client?.stop()
}
