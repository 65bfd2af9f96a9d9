// The texts in content parts. `type` names the kind of a part, but providers accept parts of their own dialects
// besides the vendor's, so everything is read except bytes, URLs and metadata.
import { isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { attachedFiles } from './attached-files.ts'
import {
  anyText,
  asExternalWhere,
  concat,
  inEach,
  inField,
  plainText,
  type TextReader,
} from './text-location.ts'

/** Bytes, URLs and metadata, and fields that repeat the adjacent text. */
export const NON_TEXT_FIELDS: ReadonlySet<string> = new Set([
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
export const documentSource: TextReader = (value, path) =>
  isObject(value) && value['type'] === 'text'
    ? inField('data', plainText)(value, path)
    : inField('content', contentTexts)(value, path)

/** Kinds of parts that hold what a tool or a document says, in the dialects of providers. */
const EXTERNAL_PARTS: ReadonlySet<unknown> = new Set(['document', 'search_result', 'tool_result'])

export const isExternalPart = ({ type }: JsonObject): boolean => EXTERNAL_PARTS.has(type)

const readPart: TextReader = (value, path) => {
  if (!isObject(value)) return plainText(value, path)
  const texts = Object.keys(value).flatMap(name =>
    NON_TEXT_FIELDS.has(name) ? [] : inField(name, name === 'source' ? documentSource : anyText)(value, path),
  )
  return [...texts, ...attachedFiles(value, path)]
}

const part = asExternalWhere(isExternalPart, readPart)

/** Content as a string, a list of parts, or a single part. */
export const contentTexts: TextReader = (value, path) => concat(part, inEach(part))(value, path)
