// Clients of both majors of the official SDK, by either binding, as one interface.
import { randomUUID } from 'node:crypto'
import { Message, SendMessageRequest, StreamResponse, Task } from '@a2a-js/sdk'
import {
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client'
import {
  DefaultAgentCardResolver as LegacyCardResolver,
  ClientFactory as LegacyClientFactory,
  JsonRpcTransportFactory as LegacyJsonRpcTransportFactory,
  RestTransportFactory as LegacyRestTransportFactory,
} from 'a2a-js-sdk-03/client'

export interface TestTask {
  readonly id: string
  readonly state: string
  readonly text: string
}

export interface TestAgentClient {
  readonly send: (text: string, more?: { readonly returnImmediately?: true }) => Promise<TestTask>
  /** The texts of the artifacts, as they arrive. */
  readonly stream: (text: string) => Promise<readonly string[]>
  readonly task: (id: string) => Promise<TestTask>
  readonly cancel: (id: string) => Promise<TestTask>
}

export type TestBinding = 'JSONRPC' | 'HTTP+JSON'

/** Sends the key of the gateway with every request. */
const fetchWith =
  (key: string | undefined, send: typeof fetch = fetch): typeof fetch =>
  (input, init) =>
    send(input, {
      ...init,
      headers: {
        ...(init?.headers as Record<string, string> | undefined),
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
    })

interface TaskJson {
  readonly id: string
  readonly status?: { readonly state?: string }
  readonly artifacts?: readonly { readonly parts?: readonly { readonly text?: string }[] }[]
}

const taskOf = ({ id, status, artifacts = [] }: TaskJson): TestTask => ({
  id,
  state: (status?.state ?? '').toLowerCase().replace('task_state_', ''),
  text: artifacts.flatMap(({ parts = [] }) => parts.map(({ text = '' }) => text)).join(''),
})

export async function connectModernClient(
  url: string,
  binding: TestBinding,
  key?: string,
  send?: typeof fetch,
): Promise<TestAgentClient> {
  const fetchImpl = fetchWith(key, send)
  const transport =
    binding === 'JSONRPC'
      ? new JsonRpcTransportFactory({ fetchImpl })
      : new RestTransportFactory({ fetchImpl })
  const client = await new ClientFactory({
    transports: [transport],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  }).createFromUrl(`${url}/.well-known/agent-card.json`, '')
  const requestOf = (text: string, configuration: object = {}): SendMessageRequest =>
    SendMessageRequest.fromJSON({
      message: { messageId: randomUUID(), role: 'ROLE_USER', parts: [{ text }] },
      configuration,
    })
  const asTask = (task: Task): TestTask => taskOf(Task.toJSON(task) as TaskJson)
  return {
    send: async (text, configuration) => {
      const reply = await client.sendMessage(requestOf(text, configuration))
      if ('messageId' in reply) throw new Error(JSON.stringify(Message.toJSON(reply)))
      return asTask(reply)
    },
    stream: async text => {
      const texts: string[] = []
      for await (const event of client.sendMessageStream(requestOf(text))) {
        const { artifactUpdate } = StreamResponse.toJSON(event) as { artifactUpdate?: { artifact: TaskJson } }
        if (artifactUpdate !== undefined)
          texts.push(taskOf({ id: '', artifacts: [artifactUpdate.artifact as object] }).text)
      }
      return texts
    },
    task: async id => asTask(await client.getTask({ id, tenant: '', historyLength: 0 })),
    cancel: async id => asTask(await client.cancelTask({ id, tenant: '', metadata: {} })),
  }
}

export async function connectLegacyClient(
  url: string,
  binding: TestBinding,
  key?: string,
): Promise<TestAgentClient> {
  const fetchImpl = fetchWith(key)
  const transport =
    binding === 'JSONRPC'
      ? new LegacyJsonRpcTransportFactory({ fetchImpl })
      : new LegacyRestTransportFactory({ fetchImpl })
  const client = await new LegacyClientFactory({
    transports: [transport],
    preferredTransports: [binding],
    cardResolver: new LegacyCardResolver({ fetchImpl }),
  }).createFromUrl(`${url}/.well-known/agent-card.json`, '')
  const paramsOf = (text: string) => ({
    message: {
      kind: 'message' as const,
      messageId: randomUUID(),
      role: 'user' as const,
      parts: [{ kind: 'text' as const, text }],
    },
  })
  return {
    send: async (text, more) =>
      taskOf(
        (await client.sendMessage({
          ...paramsOf(text),
          configuration: { blocking: more?.returnImmediately !== true },
        })) as TaskJson,
      ),
    stream: async text => {
      const texts: string[] = []
      for await (const event of client.sendMessageStream(paramsOf(text)))
        if (event.kind === 'artifact-update')
          texts.push(taskOf({ id: '', artifacts: [event.artifact as object] }).text)
      return texts
    },
    task: async id => taskOf((await client.getTask({ id })) as TaskJson),
    cancel: async id => taskOf((await client.cancelTask({ id })) as TaskJson),
  }
}
