// The entrances by their paths: at the root, where the clients of a vendor write them, and below a prefix that names it; Gemini's by the
// provider that its model names.

import { entrances } from '../../schemas/generated/entrances.ts'
import { bedrockEntrance } from './bedrock.ts'
import type { Entrance, EntranceSettings } from './entrance.ts'
import { geminiEntrance } from './gemini.ts'
import { projectEntrance, vendorEntrance } from './vendor.ts'
import { vertexEntrance } from './vertex.ts'

export { enterServing } from './entrance.ts'

const BEDROCK = /^\/model\//
const VERTEX = /^\/(?:v1\/|v1beta1\/)?(?:projects|publishers)\//

/** `url` is that of the client, with its query; `manifest` is absent if nothing is served. */
export function findEntrance(
  url: string,
  pathname: string,
  manifest: EntranceSettings | undefined,
): Entrance | undefined {
  if (BEDROCK.test(pathname)) return bedrockEntrance(pathname)
  if (manifest === undefined) return undefined
  if (VERTEX.test(pathname)) return vertexEntrance(pathname) ?? vertexProject(url, pathname, manifest)
  return vendorEntrance(url, pathname, manifest) ?? geminiEntrance(url, pathname, manifest)
}

/** Other paths of `/v1` are passed through as they are, unless Google's clients send them. */
function vertexProject(url: string, path: string, manifest: EntranceSettings): Entrance | undefined {
  const facts = entrances['vertex']
  const isOther = path.startsWith('/v1/projects/') && !/\/publishers\/(?:google|@|%40)/.test(path)
  if (facts === undefined || isOther) return undefined
  return projectEntrance({ facts, prefix: '', path, query: url.slice(path.length) }, manifest)
}
