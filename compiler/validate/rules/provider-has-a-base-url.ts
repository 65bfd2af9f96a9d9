// The settings of a provider yield a base URL. For a slug the stored settings count, with those next to it; a
// header config may leave some to request headers.
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ConfigNode, hasProperty, isLeaf, nearestWithProperty, slugOf } from '../nodes/config-node.ts'
import {
  BINDING_PROPERTIES,
  bindingSettings,
  meetsCloudGroup,
  requestMayAdd,
} from '../nodes/provider-settings.ts'
import { calledProviders, type Rule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'
import { reportFromRequest } from './credentials-are-complete.ts'

/** A misspelled setting is reported already, and is probably the one that is missing. */
const hasMisspelledSetting = (node: ConfigNode): boolean =>
  BINDING_PROPERTIES.some(name => hasProperty(node, name) && ownProperty(node.value, name) === undefined)

export const providerHasABaseUrl: Rule = (context, report) => {
  const { catalog, environment, nodes } = context
  for (const node of nodes) {
    if (!isLeaf(node) || ownProperty(node.value, 'passthrough') === true) continue
    if (nearestWithProperty(node, 'custom_host') !== undefined) continue
    const slug = slugOf(node)
    const { origin: configOrigin } = environment
    const settings = bindingSettings(node)
    // Stored providers are validated with the manifest. Of the members of a pool the first without a base URL is reported.
    const called = calledProviders(context, node).filter(
      ({ spec, stored }) =>
        spec.served &&
        (slug === undefined || (stored !== undefined && !stored.custom && Object.keys(settings).length > 0)),
    )
    const faults = called.flatMap(({ spec, stored }) => {
      const error = catalog.baseUrlError(spec, { ...stored?.settings, ...settings })
      return error === undefined ? [] : [{ spec, error }]
    })
    const [fault] = faults
    if (fault === undefined) continue
    const { spec, error } = fault
    // Of a list, such as `deployments[1].api_version`, the item is named.
    const [property, ...inner] = error.property?.split(/[[\].]+/) ?? []
    const isPresent = property !== undefined && ownProperty(node.value, property) !== undefined
    // Missing credentials were reported already, and a request may send them as headers.
    const isComplete =
      slug !== undefined || spec.credentials.some(set => set.every(name => hasProperty(node, name)))
    const isReported = !isComplete && spec.credentials.flat().some(name => name === property)
    if (!isPresent && (configOrigin === 'request' || isReported || hasMisspelledSetting(node))) continue
    if (
      !isPresent &&
      property !== undefined &&
      meetsCloudGroup(context, node, spec) &&
      requestMayAdd(context, node, spec, property)
    ) {
      reportFromRequest(context, report, node, spec.name, property)
      continue
    }
    const location = isPresent
      ? [property, ...inner].reduce<Pointer>(childPointer, node.pointer)
      : slug?.property === 'override_params'
        ? slug.at
        : { key: childPointer(node.pointer, slug?.property ?? 'provider') }
    report('no-address', location, `${spec.name} has no base URL: ${error.message}`)
  }
}
