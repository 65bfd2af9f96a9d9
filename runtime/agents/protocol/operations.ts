// The operations of the A2A protocol: methods of JSON-RPC and routes of HTTP+JSON, in both versions (a2a.proto, and the specification of 0.3).
import { hasDotSegments } from '../../values/path-traversal.ts'
import type { AgentVersion } from './agent-version.ts'

export interface AgentOperation {
  /** The method in version 1.0, which the log has too. */
  readonly name: string
  /** The method in version 0.3; absent if it has none. */
  readonly legacyMethod?: string
  /** Whether it sends a message, as limits count it. */
  readonly sends?: true
  /** What it is about, where that is not a task. */
  readonly about?: 'push' | 'card'
  readonly routes: readonly OperationRoute[]
}

interface OperationRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Below the URL of the interface, in version 1.0 after a tenant. */
  readonly path: RegExp
  readonly version: AgentVersion
}

const ID = '[^/:]+'
/** What may precede routes of version 1.0. */
const TENANT = '(?:/[^/:]+)?'

const route = (
  method: OperationRoute['method'],
  path: string,
  versions: readonly AgentVersion[] = ['1.0', '0.3'],
): readonly OperationRoute[] =>
  versions.map(version => ({
    method,
    path: new RegExp(`^${version === '1.0' ? TENANT : '/v1'}${path}$`),
    version,
  }))

const CONFIGS = `/tasks/${ID}/pushNotificationConfigs`

const OPERATIONS: readonly AgentOperation[] = [
  {
    name: 'SendMessage',
    legacyMethod: 'message/send',
    sends: true,
    routes: route('POST', '/message:send'),
  },
  {
    name: 'SendStreamingMessage',
    legacyMethod: 'message/stream',
    sends: true,
    routes: route('POST', '/message:stream'),
  },
  { name: 'GetTask', legacyMethod: 'tasks/get', routes: route('GET', `/tasks/${ID}`) },
  { name: 'ListTasks', routes: route('GET', '/tasks', ['1.0']) },
  { name: 'CancelTask', legacyMethod: 'tasks/cancel', routes: route('POST', `/tasks/${ID}:cancel`) },
  {
    name: 'SubscribeToTask',
    legacyMethod: 'tasks/resubscribe',
    routes: [...route('GET', `/tasks/${ID}:subscribe`), ...route('POST', `/tasks/${ID}:subscribe`)],
  },
  {
    name: 'CreateTaskPushNotificationConfig',
    legacyMethod: 'tasks/pushNotificationConfig/set',
    about: 'push',
    routes: route('POST', CONFIGS),
  },
  {
    name: 'GetTaskPushNotificationConfig',
    legacyMethod: 'tasks/pushNotificationConfig/get',
    about: 'push',
    routes: route('GET', `${CONFIGS}/${ID}`),
  },
  {
    name: 'ListTaskPushNotificationConfigs',
    legacyMethod: 'tasks/pushNotificationConfig/list',
    about: 'push',
    routes: route('GET', CONFIGS),
  },
  {
    name: 'DeleteTaskPushNotificationConfig',
    legacyMethod: 'tasks/pushNotificationConfig/delete',
    about: 'push',
    routes: route('DELETE', `${CONFIGS}/${ID}`),
  },
  {
    name: 'GetExtendedAgentCard',
    legacyMethod: 'agent/getAuthenticatedExtendedCard',
    about: 'card',
    routes: [...route('GET', '/extendedAgentCard', ['1.0']), ...route('GET', '/card', ['0.3'])],
  },
]

const METHODS: Readonly<Record<AgentVersion, ReadonlyMap<string, AgentOperation>>> = {
  '1.0': new Map(OPERATIONS.map(operation => [operation.name, operation])),
  '0.3': new Map(
    OPERATIONS.flatMap(operation =>
      operation.legacyMethod === undefined ? [] : [[operation.legacyMethod, operation] as const],
    ),
  ),
}

export const operationOfMethod = (method: string, version: AgentVersion): AgentOperation | undefined =>
  METHODS[version].get(method)

/** `path` is that below the URL of the agent, without a query; one with dot segments could lead elsewhere, and is not a route. */
export const operationOfPath = (
  method: string,
  path: string,
  version: AgentVersion,
): AgentOperation | undefined =>
  hasDotSegments(path)
    ? undefined
    : OPERATIONS.find(({ routes }) =>
        routes.some(each => each.version === version && each.method === method && each.path.test(path)),
      )
