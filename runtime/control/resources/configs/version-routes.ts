// The routes of the versions and labels of saved configs.
import { failure, isFailure, quoted } from '../../../values/failures.ts'
import type { SomeHandlers } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { pageReply } from '../../core/pages.ts'
import { nowOf } from '../saved-resource.ts'
import {
  CONFIG_VERSION,
  CONFIG_VERSION_FORM,
  LIVE_LABEL,
  numberOfVersion,
  readSavedVersion,
} from './model.ts'
import { findSavedConfig, showVersion, writeConfig } from './routes.ts'

type Context = WriteSources & Pick<ControlSources, 'plans' | 'configNumber' | 'organisation'>

/** Versions that are listed, the newest; older ones are read by their numbers. */
const MAX_VERSIONS = 1_000

export const configVersionHandlers = {
  listConfigVersions: async (request, context) => {
    const found = findSavedConfig(request, context)
    if (isFailure(found)) return found
    const { config } = found
    const versions = await context.store?.list(CONFIG_VERSION, {
      prefix: `${config.slug}/`,
      limit: MAX_VERSIONS,
      descending: true,
    })
    return pageReply((versions ?? []).map(CONFIG_VERSION_FORM.read), request, version =>
      showVersion(config, version),
    )
  },
  readConfigVersion: async (request, context) => {
    const found = findSavedConfig(request, context)
    if (isFailure(found)) return found
    const name = request.path['version'] ?? ''
    const { slug } = found.config
    const number = numberOfVersion(found.config, name)
    const version =
      number === undefined || context.store === undefined
        ? undefined
        : await readSavedVersion(context.store, slug, number)
    return version === undefined
      ? failure('not_found', `Config ${quoted(slug)} has no version ${quoted(name)}.`)
      : { body: showVersion(found.config, version) }
  },
  moveConfigLabel: async (request, context) => {
    const found = findSavedConfig(request, context)
    if (isFailure(found)) return found
    const label = request.path['label'] ?? ''
    if (!/^[a-z][a-z0-9-]{0,62}$/.test(label) || label === 'latest' || label === 'published')
      return failure(
        'invalid_request',
        `${quoted(label)} is not a label: a lower-case word other than latest and published.`,
      )
    const { config: before, revision } = found
    const number = Number(request.body['version'])
    const version = context.store && (await readSavedVersion(context.store, before.slug, number))
    if (version === undefined)
      return failure('not_found', `Config ${quoted(before.slug)} has no version ${number}.`)
    const isLive = label === LIVE_LABEL
    const written = await writeConfig(request, context, {
      action: 'promote',
      before,
      revision,
      after: {
        ...before,
        labels: { ...before.labels, [label]: number },
        ...(isLive && { text: version.text, plan: version.plan }),
        last_updated_at: nowOf(context),
      },
    })
    return isFailure(written)
      ? written
      : { ...written, body: { label, version: number, object: 'config_label' } }
  },
  deleteConfigLabel: async (request, context) => {
    const found = findSavedConfig(request, context)
    if (isFailure(found)) return found
    const label = request.path['label'] ?? ''
    const { config: before, revision } = found
    if (label === LIVE_LABEL)
      return failure('invalid_request', 'The label live is the version in use: archive or delete the config.')
    if (!Object.hasOwn(before.labels, label))
      return failure('not_found', `The config has no label ${quoted(label)}.`)
    const { [label]: _, ...labels } = before.labels
    const written = await writeConfig(request, context, {
      action: 'update',
      before,
      revision,
      after: { ...before, labels, last_updated_at: nowOf(context) },
    })
    return isFailure(written) ? written : { body: {} }
  },
} satisfies SomeHandlers<Context>
