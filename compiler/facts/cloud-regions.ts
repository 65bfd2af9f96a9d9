// Regions as clouds write them, and which regions a regional profile of AWS Bedrock is called from.
import { editDistance } from '../../schemas/values/suggest.ts'

/** A cloud, by the setting that has its region. */
export type RegionSetting = 'cloud1_region' | 'cloud3_region'

interface RegionForm {
  readonly cloud: string
  /** A zone: the region, and what follows it. */
  readonly zone: RegExp
  /** A region of the other cloud. */
  readonly foreign: RegExp
  readonly example: string
  /** The words of its regions, in which a misspelt one has a neighbour: no list, since regions are added every year. */
  readonly words: readonly string[]
}

/**
 * https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-region-billing-codes.html: `us-east-1`, with the zones `us-east-1a`;
 * https://cloud.google.com/vertex-ai/docs/general/locations: `us-east1`, with the zones `us-east1-b`.
 */
const FORMS: { readonly [setting in RegionSetting]: RegionForm } = {
  cloud1_region: {
    cloud: 'AWS',
    zone: /^([a-z]+(?:-[a-z]+)+-\d)[a-z]$/,
    foreign: /^[a-z]+-[a-z]+\d+(?:-[a-z])?$/,
    example: 'us-east-1',
    words:
      'us eu ap ca sa me af il mx cn gov north south east west central northeast southeast northwest'.split(
        ' ',
      ),
  },
  cloud3_region: {
    cloud: 'Google Cloud',
    zone: /^([a-z]+-[a-z]+\d+)-[a-z]$/,
    foreign: /^[a-z]+(?:-[a-z]+)+-\d[a-z]?$/,
    example: 'us-east1',
    words:
      'us europe asia australia northamerica southamerica africa me north south east west central northeast southeast southwest'.split(
        ' ',
      ),
  },
}

export interface RegionFault {
  /** The end of a sentence that begins with the region. */
  readonly reason: string
  /** The region that was probably meant. */
  readonly meant?: string
}

/** What is certainly wrong with a region; undefined for one that may exist. */
export function regionFault(setting: RegionSetting, region: string): RegionFault | undefined {
  const { cloud, zone, foreign, example, words } = FORMS[setting]
  const inZone = zone.exec(region)?.[1]
  if (inZone !== undefined)
    return { reason: `is a zone of ${cloud}, whose calls go to a region`, meant: inZone }
  if (foreign.test(region))
    return { reason: `is not a region of ${cloud}, whose regions are written ${example}` }
  const meant = region.replaceAll(/[a-z]+/g, word => {
    if (word.length < MIN_WORD || words.includes(word)) return word
    return words.find(each => each.length >= MIN_WORD && editDistance(word, each, 1) === 1) ?? word
  })
  return meant === region ? undefined : { reason: `is not a region of ${cloud}`, meant }
}

/** Shorter words of regions differ in a letter from others. */
const MIN_WORD = 4

/**
 * Regions that no profile of an area is called from, by the beginning of its name. Areas are wider than they look (`us.` has regions of Canada,
 * `apac.` one of the Middle East): https://docs.aws.amazon.com/bedrock/latest/userguide/inference-profiles-support.html.
 */
const NEVER_CALLED_FROM: Readonly<Record<string, RegExp>> = {
  us: /^(?:eu|ap|us-gov|cn)-/,
  eu: /^(?:us|ap|ca|sa|cn)-/,
  apac: /^(?:us|eu|ca|sa|cn)-/,
  jp: /^(?!ap-)/,
  au: /^(?!ap-)/,
  'us-gov': /^(?!us-gov-)/,
}

/** The area of a profile that is not called from a region, or the region of an ARN that is another one. */
export function foreignProfile(model: string, region: string): string | undefined {
  const inArn = /^arn:aws[a-z-]*:bedrock:([a-z0-9-]+):/.exec(model)?.[1]
  if (inArn !== undefined) return inArn === region ? undefined : inArn
  const area = /^([a-z-]+)\.[a-z]/.exec(model)?.[1] ?? ''
  return Object.hasOwn(NEVER_CALLED_FROM, area) && NEVER_CALLED_FROM[area]?.test(region) ? area : undefined
}
