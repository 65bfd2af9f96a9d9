// The entrances by their paths: at the root, where the clients of a vendor write them, and below a prefix that names it.
import { bedrockEntrance } from './bedrock.ts'
import type { Entrance } from './entrance.ts'

export { enterServing } from './entrance.ts'

import { NO_VERTEX_PATH, vertexEntrance } from './vertex.ts'

interface EntrancePaths {
  /** The path without it is one of the vendor's API. */
  readonly prefix: string
  /** How paths of the vendor's API begin. */
  readonly root: RegExp
  /** Undefined for paths of the root that are passed through as other paths are. */
  readonly find: (path: string) => Entrance | undefined
  /** What serves unknown paths below the prefix. */
  readonly unknown: Entrance | undefined
}

const ENTRANCES: readonly EntrancePaths[] = [
  { prefix: '/bedrock', root: /^\/model\//, find: bedrockEntrance, unknown: undefined },
  {
    prefix: '/vertex',
    root: /^\/(?:v1\/|v1beta1\/)?projects\//,
    find: vertexEntrance,
    unknown: NO_VERTEX_PATH,
  },
]

/** `pathname` is that of the client. */
export function findEntrance(pathname: string): Entrance | undefined {
  for (const { prefix, root, find, unknown } of ENTRANCES) {
    if (pathname.startsWith(`${prefix}/`)) return find(pathname.slice(prefix.length)) ?? unknown
    if (root.test(pathname)) return find(pathname)
  }
  return undefined
}
