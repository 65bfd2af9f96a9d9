// The texts in parts of content. A part says its kind in `type`, but providers take parts of their own dialects beside the
// vendor's: whatever is no bytes, address or mark is read.
import { isObject } from '../../providers/wire/json.ts'
import { both, each, every, field, type Reader, text } from './place.ts'

/** Bytes, addresses and marks; and what repeats the text beside it. */
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

/** A text that stands as the source of a document; other sources are bytes or addresses. */
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

/** Content as a text, as parts, or as one part alone. */
export const content: Reader = (value, path) => both(part, each(part))(value, path)
