// The entrances by their paths: at the root, where the clients of a vendor write them, and below a prefix that names it; Gemini's by the
// provider that its model names.
import { bedrockEntrance } from './bedrock.ts'
import type { Entrance, EntranceSettings } from './entrance.ts'
import { geminiEntrance } from './gemini.ts'

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

/** `url` is that of the client, with its query; `manifest` is absent if nothing is served. */
export function findEntrance(
  url: string,
  pathname: string,
  manifest: EntranceSettings | undefined,
): Entrance | undefined {
  for (const { prefix, root, find, unknown } of ENTRANCES) {
    if (pathname.startsWith(`${prefix}/`)) return find(pathname.slice(prefix.length)) ?? unknown
    if (root.test(pathname)) return find(pathname)
  }
  return manifest && geminiEntrance(url, pathname, manifest)
}
