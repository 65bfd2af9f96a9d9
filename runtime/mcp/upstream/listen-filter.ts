// The changes of a server that a client listens to.
import { asList, asObject, type Json } from '../../../schemas/values/json.ts'
import type { ListenFilter } from '../messages/exchange.ts'
import type { RpcNotification } from '../messages/message.ts'

export function readFilter(value: Json | undefined): ListenFilter {
  const { toolsListChanged, promptsListChanged, resourcesListChanged, resourceSubscriptions } =
    asObject(value)
  const uris = asList(resourceSubscriptions).filter(uri => typeof uri === 'string')
  return {
    ...(toolsListChanged === true && { toolsListChanged }),
    ...(promptsListChanged === true && { promptsListChanged }),
    ...(resourcesListChanged === true && { resourcesListChanged }),
    ...(uris.length > 0 && { resourceSubscriptions: uris }),
  }
}

/** Whether the filter requested a notification. */
export function isListenedTo(filter: ListenFilter, { method, params }: RpcNotification): boolean {
  if (method === 'notifications/tools/list_changed') return filter.toolsListChanged === true
  if (method === 'notifications/prompts/list_changed') return filter.promptsListChanged === true
  if (method === 'notifications/resources/list_changed') return filter.resourcesListChanged === true
  if (method !== 'notifications/resources/updated') return false
  const { uri } = params
  return typeof uri === 'string' && filter.resourceSubscriptions?.includes(uri) === true
}

/** The part of a filter that a server of these capabilities can honour. */
export function supportedFilter(filter: ListenFilter, capabilities: Json | undefined): ListenFilter {
  const { tools, prompts, resources } = asObject(capabilities)
  const notifiesChanges = (capability: Json | undefined): boolean =>
    asObject(capability)['listChanged'] === true
  const { resourceSubscriptions } = filter
  return {
    ...(filter.toolsListChanged === true && notifiesChanges(tools) && { toolsListChanged: true }),
    ...(filter.promptsListChanged === true && notifiesChanges(prompts) && { promptsListChanged: true }),
    ...(filter.resourcesListChanged === true && notifiesChanges(resources) && { resourcesListChanged: true }),
    ...(resourceSubscriptions !== undefined &&
      asObject(resources)['subscribe'] === true && { resourceSubscriptions }),
  }
}
