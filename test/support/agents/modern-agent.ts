// An agent of version 1.0, of the official SDK, with both bindings and a gRPC interface that nobody serves.
import { AgentCard, Message, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from '@a2a-js/sdk'
import { AgentEvent, type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'
import { echoOf, runTestAgent, type TestAgent, WAIT } from './test-agent.ts'

export const modernCard = (origin: string): Record<string, unknown> => ({
  name: 'Echo',
  description: 'Repeats texts.',
  version: '1.0.0',
  supportedInterfaces: [
    { url: `${origin}/rpc`, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' },
    { url: `${origin}/rest`, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: '' },
    { url: `${origin}/grpc`, protocolBinding: 'GRPC', protocolVersion: '1.0', tenant: '' },
  ],
  capabilities: { streaming: true, pushNotifications: true, extendedAgentCard: true },
  securitySchemes: { own: { apiKeySecurityScheme: { location: 'header', name: 'x-agent-key' } } },
  securityRequirements: [{ schemes: { own: { list: [] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'echo', name: 'Echo', description: 'Repeats a text.', tags: ['test'] }],
})

function executorOf(seen: TestAgent['seen']): AgentExecutor {
  const contexts = new Map<string, string>()
  return {
    execute: async ({ userMessage, taskId, contextId }, bus) => {
      const [{ text = '' } = {}] = (Message.toJSON(userMessage) as { parts: { text?: string }[] }).parts
      seen.texts.push(text)
      contexts.set(taskId, contextId)
      const ids = { taskId, contextId }
      bus.publish(
        AgentEvent.task(Task.fromJSON({ id: taskId, contextId, status: { state: 'TASK_STATE_WORKING' } })),
      )
      if (text === WAIT) return
      const pieces = echoOf(text)
      for (const [index, piece] of pieces.entries())
        bus.publish(
          AgentEvent.artifactUpdate(
            TaskArtifactUpdateEvent.fromJSON({
              ...ids,
              artifact: { artifactId: 'reply', parts: [{ text: piece }] },
              append: index > 0,
              lastChunk: index === pieces.length - 1,
            }),
          ),
        )
      bus.publish(
        AgentEvent.statusUpdate(
          TaskStatusUpdateEvent.fromJSON({ ...ids, status: { state: 'TASK_STATE_COMPLETED' } }),
        ),
      )
      bus.finished()
    },
    cancelTask: async (taskId, bus) => {
      bus.publish(
        AgentEvent.statusUpdate(
          TaskStatusUpdateEvent.fromJSON({
            taskId,
            contextId: contexts.get(taskId) ?? '',
            status: { state: 'TASK_STATE_CANCELED' },
          }),
        ),
      )
      bus.finished()
    },
  }
}

/** `cardOf` changes the card, for instance by signing it. */
export const runModernAgent = async (
  cardOf: (card: AgentCard) => AgentCard | Promise<AgentCard> = card => card,
): Promise<TestAgent> => {
  let shown: AgentCard | undefined
  return await runTestAgent((origin, seen) => {
    const card = AgentCard.fromJSON(modernCard(origin))
    const requestHandler = new DefaultRequestHandler(
      card,
      new InMemoryTaskStore(),
      executorOf(seen),
      undefined,
      undefined,
      undefined,
      async () => AgentCard.fromJSON({ ...modernCard(origin), description: 'Repeats texts, for friends.' }),
    )
    const app = express()
    const userBuilder = UserBuilder.noAuthentication
    const agentCardProvider = async (): Promise<AgentCard> => (shown ??= await cardOf(card))
    app.use('/.well-known/agent-card.json', agentCardHandler({ agentCardProvider }))
    app.use('/rpc', jsonRpcHandler({ requestHandler, userBuilder }))
    app.use('/rest', restHandler({ requestHandler, userBuilder }))
    return app
  })
}
