// Paths → operations on files, batches, training jobs and runs (the interface's resource routes).
import type { OperationName, ResourceCall, ResourceRoute } from '../values/resource-operation.ts'

/** Method and path below each route; `*` is the id. */
const ROUTE_PATTERNS: {
  readonly [C in ResourceRoute]: readonly (readonly [string, string, OperationName])[]
} = {
  files: [
    ['POST', '', 'create'],
    ['GET', '', 'list'],
    ['GET', '/*', 'get'],
    ['DELETE', '/*', 'delete'],
    ['GET', '/*/content', 'content'],
  ],
  batches: [
    ['POST', '', 'create'],
    ['GET', '', 'list'],
    ['GET', '/*', 'get'],
    ['POST', '/*/cancel', 'cancel'],
    ['GET', '/*/output', 'output'],
  ],
  'fine_tuning/jobs': [
    ['POST', '', 'create'],
    ['GET', '', 'list'],
    ['GET', '/*', 'get'],
    ['POST', '/*/cancel', 'cancel'],
    ['GET', '/*/events', 'events'],
    ['GET', '/*/checkpoints', 'checkpoints'],
  ],
  threads: [
    ['POST', '/runs', 'create'],
    ['POST', '/*/runs', 'create'],
  ],
}

const RESOURCE_ROUTES = Object.keys(ROUTE_PATTERNS) as ResourceRoute[]

/** `path` is relative to the base URL, with its query. Undefined for paths that are passed through. */
export function matchResource(method: string, path: string): ResourceCall | undefined {
  const route = RESOURCE_ROUTES.find(each => path.startsWith(`/${each}`))
  if (route === undefined) return undefined
  const pathSuffix = path.slice(route.length + 1)
  const [pathname = ''] = pathSuffix.split('?', 1)
  const segments = pathname.split('/')
  for (const [verb, pattern, operation] of ROUTE_PATTERNS[route]) {
    const patternSegments = pattern.split('/')
    if (verb !== method || patternSegments.length !== segments.length) continue
    if (
      !patternSegments.every((part, index) =>
        part === '*' ? segments[index] !== '' : part === segments[index],
      )
    )
      continue
    const idIndex = patternSegments.indexOf('*')
    return { route, operation, id: idIndex < 0 ? undefined : decode(segments[idIndex] ?? ''), pathSuffix }
  }
  return undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
