// A tiny MCP server of the revision 2026-07-28, so that the example needs nothing else: `node examples/tools/tickets-server.js`.
// JavaScript without dependencies: any Node of the last years runs it.
import { createServer } from 'node:http'

const TICKETS = ['Printer is on fire', 'Coffee machine asks for a login', 'Printer is out of paper']

const tool = (name, description) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
})

function answer({ method, params }) {
  if (method === 'server/discover')
    return {
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      serverInfo: { name: 'tickets', version: '1.0.0' },
    }
  if (method === 'tools/list')
    return { tools: [tool('search', 'Finds tickets by a text.'), tool('delete_ticket', 'Deletes a ticket.')] }
  if (method !== 'tools/call') return undefined
  const text = params?.arguments?.text ?? ''
  const found = TICKETS.filter(each => each.toLowerCase().includes(text.toLowerCase()))
  return { content: [{ type: 'text', text: found.join('\n') }] }
}

createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', piece => {
    body += piece
  })
  request.on('end', () => {
    const message = JSON.parse(body)
    const result = answer(message)
    const error = { code: -32601, message: 'Method not found' }
    response.writeHead(result === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        jsonrpc: '2.0',
        id: message.id,
        ...(result === undefined
          ? { error }
          : { result: { resultType: 'complete', ttlMs: 0, cacheScope: 'public', ...result } }),
      }),
    )
  })
}).listen(8790, '127.0.0.1', () => console.log('Tickets are at http://127.0.0.1:8790/mcp'))
