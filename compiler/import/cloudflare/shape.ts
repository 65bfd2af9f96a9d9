// The properties of dynamic routes, by what becomes of them.
import { each, instead, itemsOf, mapOf, objectOf, type Shape } from '../source-shape.ts'

const ELEMENT = objectOf({
  ...each(['id', 'type'], 'read'),
  // Where and how the editor of the source shows it.
  ...each(['name', 'label', 'description', 'position', 'data'], 'unused'),
  outputs: mapOf(objectOf(each(['elementId', 'element_id'], 'read'))),
  properties: objectOf({
    ...each(['provider', 'model', 'retries', 'timeout', 'conditions', 'condition'], 'read'),
    ...each(['limitType', 'limit_type', 'key', 'limit', 'window', 'interval'], 'read'),
    ...each(['technique', 'retry_delay', 'retryDelay', 'backoff'], 'unused'),
    byok_alias: instead('The key of a provider is api_key of a stored provider.'),
  }),
})

export const ROUTE: Shape = objectOf({
  name: 'read',
  elements: itemsOf(ELEMENT),
  ...each(
    ['id', 'account_id', 'account_tag', 'gateway_id', 'created_at', 'modified_at', 'enabled', 'description'],
    'unused',
  ),
  ...each(['version', 'version_id', 'active', 'is_valid', 'data', 'comment'], 'unused'),
  ...each(['deployment', 'deployments', 'versions'], 'unused'),
})

/** The reply of the API around a route. */
export const ROUTE_REPLY: Shape = objectOf({
  ...each(['route', 'routes', 'data', 'result'], 'read'),
  ...each(['success', 'errors', 'messages', 'result_info', 'order_by', 'page', 'per_page'], 'unused'),
})
