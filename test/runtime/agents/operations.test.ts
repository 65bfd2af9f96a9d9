// Operations by their methods and routes, in both versions.
import { describe, expect, it } from 'vitest'
import { requestVersion, toAgentVersion } from '../../../runtime/agents/protocol/agent-version.ts'
import { operationOfMethod, operationOfPath } from '../../../runtime/agents/protocol/operations.ts'

describe('routes of HTTP+JSON', () => {
  it.each([
    ['POST', '/message:send', '1.0', 'SendMessage'],
    ['POST', '/v1/message:send', '0.3', 'SendMessage'],
    ['POST', '/tenant/message:stream', '1.0', 'SendStreamingMessage'],
    ['POST', '/message:send', '0.3', undefined],
    ['GET', '/tasks/1', '1.0', 'GetTask'],
    ['GET', '/v1/tasks/1', '0.3', 'GetTask'],
    ['GET', '/tasks', '1.0', 'ListTasks'],
    ['GET', '/v1/tasks', '0.3', undefined],
    ['POST', '/tasks/1:cancel', '1.0', 'CancelTask'],
    ['GET', '/tasks/1:subscribe', '1.0', 'SubscribeToTask'],
    ['POST', '/v1/tasks/1:subscribe', '0.3', 'SubscribeToTask'],
    ['POST', '/tasks/1/pushNotificationConfigs', '1.0', 'CreateTaskPushNotificationConfig'],
    ['GET', '/tasks/1/pushNotificationConfigs/2', '1.0', 'GetTaskPushNotificationConfig'],
    ['DELETE', '/v1/tasks/1/pushNotificationConfigs/2', '0.3', 'DeleteTaskPushNotificationConfig'],
    ['GET', '/extendedAgentCard', '1.0', 'GetExtendedAgentCard'],
    ['GET', '/v1/card', '0.3', 'GetExtendedAgentCard'],
    ['GET', '/a/b/tasks/1', '1.0', undefined],
    ['PUT', '/tasks/1', '1.0', undefined],
    ['POST', '/tasks/1:dance', '1.0', undefined],
  ] as const)('%s %s in %s', (method, path, version, name) => {
    expect(operationOfPath(method, path, version)?.name).toBe(name)
  })
})

it.each([
  ['SendMessage', '1.0', 'SendMessage'],
  ['message/send', '0.3', 'SendMessage'],
  ['SendMessage', '0.3', undefined],
  ['tasks/resubscribe', '0.3', 'SubscribeToTask'],
  ['ListTasks', '1.0', 'ListTasks'],
  ['agent/getAuthenticatedExtendedCard', '0.3', 'GetExtendedAgentCard'],
] as const)('the method %s of %s', (method, version, name) => {
  expect(operationOfMethod(method, version)?.name).toBe(name)
})

it.each([
  ['1.0', '1.0'],
  ['1.0.1', '1.0'],
  ['1.2', '1.0'],
  ['0.3.0', '0.3'],
  ['0.2.5', undefined],
  ['2.0', undefined],
  ['one', undefined],
])('the version %s is %s', (text, version) => {
  expect(toAgentVersion(text)).toBe(version)
})

it('a request without a version is one of 0.3', () => {
  expect(requestVersion([])).toBe('0.3')
  expect(requestVersion(['A2A-Version', ' '])).toBe('0.3')
  expect(requestVersion(['A2A-Version', '0.9'])).toEqual({ unknown: '0.9' })
})
