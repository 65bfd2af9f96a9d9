// A client of the gateway's MCP server `tools`, of a revision that has sessions.

export interface McpClient {
  /** Begins a session; its identifier. */
  readonly begin: () => Promise<string>
  /** The status of a list of tools in a session. */
  readonly list: (session: string) => Promise<number>
}

export function createMcpClient(port: number): McpClient {
  const post = async (message: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> => {
    const reply = await fetch(`http://127.0.0.1:${port}/mcp/tools`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        connection: 'close',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
    })
    await reply.arrayBuffer()
    return reply
  }
  return {
    begin: async () => {
      const clientInfo = { name: 'chaos', version: '1' }
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
      return (await post({ method: 'initialize', params })).headers.get('mcp-session-id') ?? 'none'
    },
    list: async session => (await post({ method: 'tools/list' }, { 'mcp-session-id': session })).status,
  }
}
