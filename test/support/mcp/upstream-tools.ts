// What the MCP servers of the tests offer, the same in both eras.

export interface ToolList {
  /** Changed by tests of definitions that change. */
  tools: readonly {
    readonly name: string
    readonly description: string
    readonly inputSchema: { readonly type: 'object'; readonly properties?: object }
  }[]
}

const tool = (name: string, description: string, properties: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object' as const, properties },
})

export const usualTools = (): ToolList => ({
  tools: [
    tool('echo', 'Repeats a text.', { text: { type: 'string' } }),
    tool('steps', 'Reports its progress.'),
    tool('wait', 'Ends when it is cancelled.'),
    tool('ask', 'Asks the user for a name.'),
    tool('delete_all', 'Deletes everything.'),
  ],
})

export const PROMPTS = [{ name: 'greet', description: 'Greets somebody.', arguments: [{ name: 'who' }] }]
export const RESOURCES = [
  { name: 'note', uri: 'note://a' },
  { name: 'secret', uri: 'note://secret' },
]

export const CAPABILITIES = {
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true, subscribe: true },
  logging: {},
}

export const greeting = (who: string) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: `Hello ${who}` } }],
})

export const noteAt = (uri: string) => ({
  contents: [{ uri, mimeType: 'text/plain', text: `text of ${uri}` }],
})

export const textResult = (text: string) => ({ content: [{ type: 'text' as const, text }] })

export const ASK_NAME = {
  mode: 'form' as const,
  message: 'What is your name?',
  requestedSchema: {
    type: 'object' as const,
    properties: { name: { type: 'string' as const } },
    required: ['name'],
  },
}
