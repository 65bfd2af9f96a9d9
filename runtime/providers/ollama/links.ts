// The images that a request references by URL: the dialect takes bytes, and the driver fetches them.
import type { JsonObject } from '../../../compiler/source.ts'
import { contentParts } from '../wire/content.ts'
import { asList, asObject } from '../wire/json.ts'
import { imageAddress } from './read-content.ts'

export const links = (body: JsonObject): readonly string[] => {
  const addresses = asList(body['messages'])
    .flatMap(message => contentParts(asObject(message)['content']))
    .flatMap(part => imageAddress(part) ?? [])
  return [...new Set(addresses.filter(address => /^https:/i.test(address)))]
}
