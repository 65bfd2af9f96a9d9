// Paths → operations on files, batches, training jobs and runs (the interface's resource routes).
import type { Collection } from '../providers/adapter.ts'
import type { Operation, ResourceName } from './collection.ts'

/** Method and path below each route; `*` is the id. */
const SHAPES: { readonly [C in Collection]: readonly (readonly [string, string, Operation])[] } = {
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

const COLLECTIONS = Object.keys(SHAPES) as Collection[]

/** `path` is relative to the base URL, with its query. Undefined for paths that are passed through. */
export function resourceAt(method: string, path: string): ResourceName | undefined {
  const collection = COLLECTIONS.find(each => path.startsWith(`/${each}`))
  if (collection === undefined) return undefined
  const below = path.slice(collection.length + 1)
  const [place = ''] = below.split('?', 1)
  const segments = place.split('/')
  for (const [verb, shape, operation] of SHAPES[collection]) {
    const wanted = shape.split('/')
    if (verb !== method || wanted.length !== segments.length) continue
    if (!wanted.every((part, index) => (part === '*' ? segments[index] !== '' : part === segments[index])))
      continue
    const at = wanted.indexOf('*')
    return { collection, operation, id: at < 0 ? undefined : decoded(segments[at] ?? ''), below }
  }
  return undefined
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
