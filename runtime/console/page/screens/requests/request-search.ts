// What words in the search box mean: each becomes a filter of the server, so that a search is over all records and never only over those
// that are loaded. What is not a name or value that filters know is searched in the messages of failures.

/** Values that records have, by which words are recognised. */
export interface RecordedValues {
  readonly models: readonly string[]
  readonly providers: readonly string[]
  readonly configs: readonly string[]
  readonly keys: readonly string[]
}

export interface SearchMeaning {
  /** By the names of the filters of `GET /logs`. */
  readonly filters: Readonly<Record<string, string>>
  /** In words: `status 429`. */
  readonly parts: readonly string[]
  /** What may be the identifier of a request. */
  readonly identifier?: string
}

/** Filters by what people write before a colon. */
const NAMES: Readonly<Record<string, string>> = {
  status: 'status_code',
  model: 'ai_org_model',
  provider: 'virtual_keys',
  service: 'ai_service',
  key: 'api_key_ids',
  config: 'configs',
  prompt: 'prompt_slug',
  session: 'session',
  trace: 'trace_id',
  span: 'span_id',
  workspace: 'workspace_slug',
  cache: 'cache_status',
  error: 'error',
}

/** Ranges by what people write before < or >, with what one unit is in the interface. */
const RANGES: Readonly<Record<string, string>> = {
  cost: 'cost',
  latency: 'latency',
  tokens: 'total_units',
  input: 'prompt_token',
  output: 'completion_token',
}

const WORDS = /[\w.-]+[:<>]"[^"]*"|"[^"]*"|\S+/g
const CACHES = ['HIT', 'MISS', 'SEMANTIC HIT', 'SEMANTIC MISS', 'DISABLED', 'REFRESH']
/** Values of one filter. */
const MOST = 50

export function readSearch(text: string, known: RecordedValues): SearchMeaning {
  const filters: Record<string, string> = {}
  const metadata: Record<string, string> = {}
  const parts: string[] = []
  const others: string[] = []
  let identifier: string | undefined
  const set = (name: string, value: string, part: string): void => {
    filters[name] = value
    parts.push(part)
  }
  for (const word of text.match(WORDS) ?? []) {
    const [, name = '', sign = '', quoted = ''] = /^([\w.-]+)([:<>])(.+)$/.exec(word) ?? []
    const value = unquoted(quoted)
    const filter = sign === ':' && Object.hasOwn(NAMES, name) ? NAMES[name] : undefined
    const range = sign !== ':' && Object.hasOwn(RANGES, name) ? RANGES[name] : undefined
    const listed = matching(unquoted(word), known)
    if (filter !== undefined) set(filter, value, `${name} ${value}`)
    else if (range !== undefined && Number.isFinite(Number(value)))
      set(`${range}_${sign === '>' ? 'min' : 'max'}`, value, `${name} ${sign} ${value}`)
    else if (sign === ':' && name === 'user') {
      metadata['_user'] = value
      parts.push(`user ${value}`)
    } else if (sign === ':' && name.startsWith('metadata.')) {
      metadata[name.slice('metadata.'.length)] = value
      parts.push(`${name} ${value}`)
    } else if (/^[1-5]\d\d$/.test(word)) set('status_code', word, `status ${word}`)
    else if (/^[0-9a-f]{32}$/.test(word) || /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(word)) {
      identifier = word
      set('trace_id', word, `trace ${word}`)
    } else if (CACHES.includes(unquoted(word))) set('cache_status', unquoted(word), `cache ${unquoted(word)}`)
    else if (listed !== undefined) set(listed.filter, listed.values.join(','), listed.part)
    else others.push(unquoted(word))
  }
  if (others.length > 0) set('error', others.join(' '), `failures with “${others.join(' ')}”`)
  if (Object.keys(metadata).length > 0) filters['metadata'] = JSON.stringify(metadata)
  return { filters, parts, ...(identifier !== undefined && { identifier }) }
}

const unquoted = (text: string): string => text.replace(/^"(.*)"$/, '$1')

const KINDS = [
  ['models', 'ai_org_model', 'model'],
  ['providers', 'virtual_keys', 'provider'],
  ['configs', 'configs', 'config'],
  ['keys', 'api_key_ids', 'key'],
] as const

interface Match {
  readonly filter: string
  readonly values: readonly string[]
  readonly part: string
}

/** The values of the first kind that the word is one of, or else a part of. Commas separate values of filters. */
function matching(word: string, known: RecordedValues): Match | undefined {
  const wanted = word.toLowerCase()
  if (wanted.length < 2) return undefined
  for (const isMatch of [
    (value: string) => value.toLowerCase() === wanted,
    (value: string) => value.toLowerCase().includes(wanted),
  ])
    for (const [kind, filter, title] of KINDS) {
      const values = known[kind].filter(value => isMatch(value) && !value.includes(',')).slice(0, MOST)
      if (values.length > 0)
        return {
          filter,
          values,
          part:
            values.length <= 3
              ? `${title} ${values.join(' or ')}`
              : `${values.length} ${title}s with “${word}”`,
        }
    }
  return undefined
}
