// The texts in content parts. `type` names the kind of a part, but providers accept parts of their own dialects
// besides the vendor's, so everything is read except bytes, URLs and metadata.
import { isObject } from '../../providers/wire/json.ts'
import { both, each, every, field, type Reader, text } from './place.ts'

/** Bytes, URLs and metadata, and fields that repeat the text beside them. */
const NO_TEXTS: ReadonlySet<string> = new Set([
  'annotations',
  'cache_control',
  'data',
  'detail',
  'file',
  'file_data',
  'file_id',
  'file_url',
  'fileData',
  'filename',
  'id',
  'image_url',
  'inlineData',
  'input_audio',
  'logprobs',
  'signature',
  'status',
  'tool_use_id',
  'type',
  'video_url',
])

/** The text of a document source; other sources are bytes or URLs. */
export const source: Reader = (value, path) =>
  isObject(value) && value['type'] === 'text'
    ? field('data', text)(value, path)
    : field('content', content)(value, path)

const part: Reader = (value, path) => {
  if (!isObject(value)) return text(value, path)
  return Object.keys(value).flatMap(name =>
    NO_TEXTS.has(name) ? [] : field(name, name === 'source' ? source : every)(value, path),
  )
}

/** Content as a string, a list of parts, or a single part. */
export const content: Reader = (value, path) => both(part, each(part))(value, path)
