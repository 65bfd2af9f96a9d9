// Rules about the regions of clouds: a region is one, and a regional profile is called from a region of its area.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { didYouMean } from '../../../schemas/values/suggest.ts'
import { foreignProfile, regionFault } from '../../facts/cloud-regions.ts'
import { stringProperty } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { forcedModels } from './forced-models.ts'

const SETTINGS = ['cloud1_region', 'cloud3_region'] as const

export const regionIsOfItsCloud: Rule = ({ nodes, parsed }, report) => {
  for (const node of nodes)
    for (const setting of SETTINGS) {
      const region = stringProperty(node, setting)
      const fault = region === undefined ? undefined : regionFault(setting, region)
      if (region === undefined || fault === undefined) continue
      const at = childPointer(node.pointer, setting)
      const meant = fault.meant === undefined ? [] : [fault.meant]
      report('wrong-region', at, `${quoteName(region)} ${fault.reason}.${didYouMean(meant)}`, {
        fix: replaceWithOnly(parsed, at, region, meant),
      })
    }
}

export const profileIsOfTheRegion: Rule = (context, report) => {
  for (const { spec, model, settings, at, isWritten } of forcedModels(context)) {
    const region = settings['cloud1_region']
    if (!isWritten || spec.dialect !== 'cloud1' || typeof region !== 'string') continue
    const foreign = foreignProfile(model, region)
    if (foreign !== undefined)
      report(
        'wrong-region',
        at('model'),
        `Models of ${quoteName(foreign)} are not called from ${quoteName(region)}, the region of the provider.`,
      )
  }
}
