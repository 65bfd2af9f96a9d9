// An agent of version 0.3, of the first major version of the official SDK, with both bindings.
import { type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from 'a2a-js-sdk-03/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from 'a2a-js-sdk-03/server/express'
import express from 'express'
import { echoOf, runTestAgent, type TestAgent, WAIT } from './test-agent.ts'

const legacyCard = (origin: string) => ({
  name: 'Old echo',
  description: 'Repeats texts.',
  protocolVersion: '0.3.0',
  version: '1.0.0',
  url: `${origin}/rpc`,
  preferredTransport: 'JSONRPC',
  additionalInterfaces: [
    { url: `${origin}/rpc`, transport: 'JSONRPC' },
    { url: `${origin}/rest`, transport: 'HTTP+JSON' },
    { url: `${origin}/grpc`, transport: 'GRPC' },
  ],
  capabilities: { streaming: true, pushNotifications: true },
  securitySchemes: { own: { type: 'apiKey' as const, in: 'header' as const, name: 'x-agent-key' } },
  security: [{ own: [] }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'echo', name: 'Echo', description: 'Repeats a text.', tags: ['test'] }],
})

function executorOf(seen: TestAgent['seen']): AgentExecutor {
  const contexts = new Map<string, string>()
  return {
    execute: async ({ userMessage, taskId, contextId }, bus) => {
      const [part] = userMessage.parts
      const text = part?.kind === 'text' ? part.text : ''
      seen.texts.push(text)
      contexts.set(taskId, contextId)
      bus.publish({ kind: 'task', id: taskId, contextId, status: { state: 'working' } })
      if (text === WAIT) return
      const pieces = echoOf(text)
      for (const [index, piece] of pieces.entries())
        bus.publish({
          kind: 'artifact-update',
          taskId,
          contextId,
          artifact: { artifactId: 'reply', parts: [{ kind: 'text', text: piece }] },
          append: index > 0,
          lastChunk: index === pieces.length - 1,
        })
      bus.publish({ kind: 'status-update', taskId, contextId, status: { state: 'completed' }, final: true })
      bus.finished()
    },
    cancelTask: async (taskId, bus) => {
      const contextId = contexts.get(taskId) ?? ''
      bus.publish({ kind: 'status-update', taskId, contextId, status: { state: 'canceled' }, final: true })
      bus.finished()
    },
  }
}

export const runLegacyAgent = (): Promise<TestAgent> =>
  runTestAgent((origin, seen) => {
    const requestHandler = new DefaultRequestHandler(
      legacyCard(origin),
      new InMemoryTaskStore(),
      executorOf(seen),
    )
    const app = express()
    const userBuilder = UserBuilder.noAuthentication
    app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider: requestHandler }))
    app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }))
    app.use('/rest', restHandler({ requestHandler, userBuilder }))
    return app
  })
