// The routes of the versions and labels of saved configs.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { pageOf } from '../../core/pages.ts'
import { newestFirst, versionIdOf, versionKey, versionNamed } from '../../core/version-key.ts'
import { isDefinedByGit, nowOf } from '../saved-resource.ts'
import {
  CONFIG_VERSION,
  CONFIG_VERSION_FORM,
  LIVE_LABEL,
  numberOfVersion,
  readSavedVersion,
  type SavedConfig,
  type SavedVersion,
} from './model.ts'
import { CONFIGS, type ConfigContext, writeConfig } from './routes.ts'

type Context = ConfigContext

/** Answers a request about the versions of a config of the store. */
const ofStore = (
  answer: (config: SavedConfig, request: ApiRequest, context: Context) => Promise<ApiReply | Failure>,
) =>
  CONFIGS.visible<ApiRequest>(({ saved }, request, context) =>
    isDefinedByGit(saved)
      ? failure(
          'not_found',
          `The versions of ${quoted(saved.slug)} are those of its project: portolan history lists them.`,
        )
      : answer(saved, request, context),
  )

export const configVersionHandlers = {
  listConfigVersions: ofStore(async (config, request, context) => {
    const { slug, latest } = config
    const numbers = pageOf(newestFirst(latest), request)
    const found = await context.store?.readMany(
      CONFIG_VERSION,
      numbers.map(number => versionKey(slug, number)),
    )
    const versions = (found ?? [])
      .map(CONFIG_VERSION_FORM.read)
      .sort((left, right) => right.version - left.version)
    return {
      body: { object: 'list', total: latest, data: versions.map(version => showVersion(config, version)) },
    }
  }),
  readConfigVersion: ofStore(async (config, request, { store }) => {
    const name = versionNamed(config, request.path['version'])
    const number = numberOfVersion(config, name)
    const version =
      number === undefined || store === undefined
        ? undefined
        : await readSavedVersion(store, config.slug, number)
    return version === undefined
      ? failure('not_found', `Config ${quoted(config.slug)} has no version ${quoted(name)}.`)
      : { body: showVersion(config, version) }
  }),
  moveConfigLabel: CONFIGS.writable(async (before, request, context) => {
    const label = request.path['label'] ?? ''
    if (!/^[a-z][a-z0-9-]{0,62}$/.test(label) || label === 'latest' || label === 'published')
      return failure(
        'invalid_request',
        `${quoted(label)} is not a label: a lower-case word other than latest and published.`,
      )
    const { saved } = before
    const number = Number(request.body['version'])
    const version = context.store && (await readSavedVersion(context.store, saved.slug, number))
    if (version === undefined)
      return failure('not_found', `Config ${quoted(saved.slug)} has no version ${number}.`)
    const isLive = label === LIVE_LABEL
    const written = await writeConfig(request, context, {
      action: 'promote',
      before,
      after: {
        ...saved,
        labels: { ...saved.labels, [label]: number },
        ...(isLive && { text: version.text, plan: version.plan }),
        last_updated_at: nowOf(context),
      },
    })
    return isFailure(written)
      ? written
      : { ...written, body: { label, version: number, object: 'config_label' } }
  }),
  deleteConfigLabel: CONFIGS.writable(async (before, request, context) => {
    const { saved } = before
    const label = request.path['label'] ?? ''
    if (label === LIVE_LABEL)
      return failure('invalid_request', 'The label live is the version in use: archive or delete the config.')
    if (!Object.hasOwn(saved.labels, label))
      return failure('not_found', `The config has no label ${quoted(label)}.`)
    const { [label]: _, ...labels } = saved.labels
    const after = { ...saved, labels, last_updated_at: nowOf(context) }
    const written = await writeConfig(request, context, { action: 'update', before, after })
    return isFailure(written) ? written : { body: {} }
  }),
} satisfies SomeHandlers<Context>

const showVersion = ({ id, labels }: SavedConfig, version: SavedVersion): JsonObject => ({
  id: versionIdOf(id, version.version),
  version: version.version,
  config: version.text,
  plan: version.plan,
  labels: Object.keys(labels).filter(label => labels[label] === version.version),
  created_by: version.created_by,
  message: version.message,
  created_at: version.created_at,
  object: 'config_version',
})
