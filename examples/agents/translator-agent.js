// A tiny agent of A2A 1.0 by JSON-RPC, so that the example needs nothing else: `node examples/agents/translator-agent.js`.
// JavaScript without dependencies: any Node of the last years runs it.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

const ORIGIN = 'http://127.0.0.1:8791'
const WORDS = { hello: 'bonjour', world: 'monde', thanks: 'merci' }

const CARD = {
  name: 'Translator',
  description: 'Translates words into French.',
  version: '1.0.0',
  supportedInterfaces: [{ url: `${ORIGIN}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'translate', name: 'Translate', description: 'Translates words.', tags: ['language'] }],
}

const answerTo = ({ params }) =>
  (params?.message?.parts?.[0]?.text ?? '').replace(/\w+/g, word => WORDS[word.toLowerCase()] ?? word)

const taskOf = (state, text) => ({
  task: {
    id: randomUUID(),
    contextId: 'example',
    status: { state },
    ...(text !== undefined && { artifacts: [{ artifactId: 'translation', parts: [{ text }] }] }),
  },
})

createServer((request, response) => {
  if (request.url === '/.well-known/agent-card.json') {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(CARD))
    return
  }
  let body = ''
  request.setEncoding('utf8').on('data', piece => {
    body += piece
  })
  request.on('end', () => {
    const message = JSON.parse(body)
    const { id, method } = message
    const reply = value => JSON.stringify({ jsonrpc: '2.0', id, ...value })
    if (method === 'SendStreamingMessage') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(`data: ${reply({ result: taskOf('TASK_STATE_WORKING') })}\n\n`)
      response.end(`data: ${reply({ result: taskOf('TASK_STATE_COMPLETED', answerTo(message)) })}\n\n`)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      method === 'SendMessage'
        ? reply({ result: taskOf('TASK_STATE_COMPLETED', answerTo(message)) })
        : reply({ error: { code: -32601, message: 'Method not found' } }),
    )
  })
}).listen(8791, '127.0.0.1', () => console.log(`The translator is at ${ORIGIN}`))
