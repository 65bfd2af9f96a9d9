// The images that a request references by URL: the dialect takes bytes, and the driver fetches them.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { contentParts } from '../../wire/content.ts'
import { partImageUrl } from './text-and-images.ts'

export const mediaLinks = (body: JsonObject): readonly string[] => {
  const urls = asList(body['messages'])
    .flatMap(message => contentParts(asObject(message)['content']))
    .flatMap(part => partImageUrl(part) ?? [])
  return [...new Set(urls.filter(url => /^https:/i.test(url)))]
}
