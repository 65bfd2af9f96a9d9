// The sources of what the gateway serves: those that were pushed with the release of the label live. They are a compressed archive beside
// its bundle, as `portolan pull --sources` reads it.

import { asList, asObject, asText, isObject, type JsonObject } from '../../../../../schemas/values/json.ts'
import { type ApiResult, api } from '../../api/client.ts'
import type { ProjectFiles } from './page-types.ts'

export interface ServedSources {
  readonly files: ProjectFiles
  /** Such as "release 12 of main". */
  readonly name: string
}

/** What the editor begins with where no sources are stored. */
export const EMPTY_PROJECT: ServedSources = {
  name: 'an empty project',
  files: {
    'gateway.yaml':
      'providers:\n  openai: { provider: openai, api_key: "${env:OPENAI_API_KEY}" }\n  anthropic: { provider: anthropic, api_key: "${env:ANTHROPIC_API_KEY}" }\n',
    'configs/chat.yaml':
      'strategy: { mode: fallback }\nretry: { attempts: 2 }\ntargets:\n  - { provider: "@openai" }\n  - { provider: "@anthropic", override_params: { model: claude-sonnet-5-5 } }\n',
  },
}

const LIVE = 'live'
/** Digits of the number of a release in its identifier. */
const DIGITS = 8

type Read = ApiResult<{ readonly resource: JsonObject | null }>

/** Undefined where nothing was pushed, or without sources. */
export async function readServedSources(signal: AbortSignal): Promise<ApiResult<ServedSources | undefined>> {
  const nothing = { ok: true, data: undefined } as const
  const read = (kind: string, id: string): Promise<Read> =>
    api.get('/v1/releases/resource', { kind, id }, signal)
  const labels = await api.get<JsonObject>('/v1/releases/resources', { kind: 'label' }, signal)
  if (!labels.ok) return labels
  const live = asList(labels.data['data'])
    .map(asObject)
    .find(each => asText(each['id'])?.endsWith(`/${LIVE}`))
  const project = asText(live?.['id'])?.slice(0, -`/${LIVE}`.length)
  const release = releaseOf(live)
  if (release === undefined) return nothing
  const found = await read('release', `${project}/${String(release).padStart(DIGITS, '0')}`)
  if (!found.ok) return found
  const digest = asText(asObject(found.data.resource?.['value'])['sources'])
  if (digest === undefined) return nothing
  const blob = await api.get<JsonObject>(`/v1/releases/blobs/${digest}`, undefined, signal)
  if (!blob.ok) return blob
  const content = blob.data['content']
  if (typeof content !== 'string') return nothing
  const files = await unpack(content)
  return { ok: true, data: { files, name: `release ${release} of ${project}` } }
}

function releaseOf(label: JsonObject | undefined): number | undefined {
  const selection = asObject(asObject(label?.['value'])['selection'])
  const { release } = selection
  return typeof release === 'number' ? release : undefined
}

/** A compressed JSON object of files by path, in base64. */
async function unpack(content: string): Promise<ProjectFiles> {
  const packed = new Blob([Uint8Array.from(atob(content), character => character.charCodeAt(0))])
  const text = await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text()
  const files: unknown = JSON.parse(text)
  return isObject(files)
    ? Object.fromEntries(
        Object.entries(files).flatMap(([path, each]) =>
          typeof each === 'string' ? [[path, each.replaceAll('\r\n', '\n')]] : [],
        ),
      )
    : {}
}
