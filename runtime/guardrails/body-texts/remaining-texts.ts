// The texts of a request in fields that its reader does not know: `user`, `metadata`, `stop`, and fields of providers'
// dialects. Scope `all` reads them, so that no field hides a text from a guard.
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { NON_TEXT_FIELDS } from './content-parts.ts'
import { anyText, type TextLocation, type TextPath, type TextReader } from './text-location.ts'

/** Names of things and choices from a list, which are no texts where the vendor's schema has them. */
const NAMING_FIELDS: ReadonlySet<string> = new Set([
  'call_id',
  'encoding_format',
  'include',
  'modalities',
  'model',
  'previous_response_id',
  'reasoning_effort',
  'role',
  'service_tier',
  'tool_call_id',
  'tool_choice',
  'truncation',
  // Of speech and images.
  'background',
  'output_format',
  'quality',
  'response_format',
  'size',
  'style',
  'voice',
])

/** What has been read below one value: by property or index, or all of it. */
type Read = Map<string | number, Read> | 'all'

/** The reader, followed by every text that it leaves out. */
export const withRemaining =
  (read: TextReader): TextReader =>
  (value, path) => {
    const known = read(value, path)
    const found = [...known]
    addRemaining(value, path, readBelow(known), found)
    return found
  }

function readBelow(locations: readonly TextLocation[]): Read | undefined {
  const root: Read = new Map()
  for (const { path } of locations) {
    const steps: (string | number)[] = []
    for (let parent = path; parent !== undefined; parent = parent.parent) steps.push(parent.step)
    const last = steps.shift()
    if (last === undefined) return 'all'
    let node = root
    for (const step of steps.reverse()) {
      const next = node.get(step)
      if (next === 'all') break
      const child: Read = next ?? new Map()
      node.set(step, child)
      node = child
    }
    node.set(last, 'all')
  }
  return root
}

/** Below a field that is unknown every string is a text. */
function addRemaining(
  value: Json | undefined,
  path: TextPath,
  read: Read | undefined,
  found: TextLocation[],
): void {
  if (read === 'all') return
  if (isList(value)) {
    for (const [step, item] of value.entries())
      addRemaining(item, { parent: path, step }, read?.get(step), found)
  } else if (isObject(value)) {
    for (const step of Object.keys(value)) {
      const below = read?.get(step)
      if (below === 'all') continue
      if (below === undefined && (NON_TEXT_FIELDS.has(step) || NAMING_FIELDS.has(step))) continue
      const at = { parent: path, step }
      if (below !== undefined || path !== undefined) addRemaining(value[step], at, below, found)
      else for (const text of anyText(value[step], at)) found.push(text)
    }
  } else if (read === undefined && typeof value === 'string') {
    found.push({ path, text: value, form: 'text' })
  }
}
