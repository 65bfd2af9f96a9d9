// Citations of documents: whether a request asks for them, and those of Converse in the form of messages. The cited
// text is the provider's; a citation without a location in a document has no equivalent.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject } from '../../../schemas/values/json.ts'

/** Whether a document of the request is to be cited. */
export const requestsCitations = ({ messages }: JsonObject): boolean =>
  asList(messages).some(turn => asList(asObject(turn)['content']).some(hasCitations))

const hasCitations = (block: Json): boolean => {
  const { citations, content } = asObject(block)
  return asObject(citations)['enabled'] === true || asList(content).some(hasCitations)
}

/** The kinds of locations, with the names of their ends. */
const PLACES: readonly (readonly [name: string, type: string, start: string, end: string])[] = [
  ['documentChar', 'char_location', 'start_char_index', 'end_char_index'],
  ['documentPage', 'page_location', 'start_page_number', 'end_page_number'],
  ['documentChunk', 'content_block_location', 'start_block_index', 'end_block_index'],
]

export function toCitations(citations: readonly JsonObject[]): readonly JsonObject[] {
  return citations.flatMap(({ title, sourceContent, location }): readonly JsonObject[] => {
    const places = asObject(location)
    const [name = '', type, startName = '', endName = ''] =
      PLACES.find(([each]) => isObject(places[each])) ?? []
    const { documentIndex = 0, start = 0, end = 0 } = asObject(places[name])
    if (type === undefined) return []
    const texts = asList(sourceContent).map(each => asText(asObject(each)['text']) ?? '')
    return [
      {
        type,
        cited_text: texts.join(''),
        document_index: documentIndex,
        document_title: asText(title) ?? null,
        [startName]: start,
        [endName]: end,
        file_id: null,
      },
    ]
  })
}
