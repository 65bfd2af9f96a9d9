// `portolan graph`: pictures of plans, for documents and reviews.
import { extname, resolve } from 'node:path'
import { pluralize } from '../../../schemas/values/format-names.ts'
import { analyseEnvelope, type Envelope } from '../../analyse/envelope.ts'
import { formatBound, formatDollars, formatMilliseconds } from '../../validate/reporting/format-bound.ts'
import { ANALYSES } from '../analyse/sections.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { writeAtomic } from '../files/write-file.ts'
import { chooseFormat, chooseFormatUsage, findingsHelp } from '../formats/formats.ts'
import { drawMermaid } from '../graph/draw-mermaid.ts'
import { drawPage } from '../graph/draw-page.ts'
import { drawSvg } from '../graph/draw-svg.ts'
import type { Picture } from '../graph/picture.ts'
import { pictureOf } from '../graph/plan-picture.ts'
import { type LoadedPlan, loadPlans } from '../load-plans.ts'
import { printFindings } from '../print-diagnostics.ts'

interface GraphFormat {
  readonly extensions: readonly string[]
  /** Whether one text has the pictures of several plans. */
  readonly takesSeveral: boolean
  readonly draw: (plans: readonly LoadedPlan[]) => string
}

const FORMATS: Readonly<Record<string, GraphFormat>> = {
  mermaid: {
    extensions: ['.mmd', '.mermaid'],
    takesSeveral: false,
    draw: plans => plans.map(plan => drawMermaid(pictureOfPlan(plan))).join('\n'),
  },
  svg: {
    extensions: ['.svg'],
    takesSeveral: false,
    draw: plans => plans.map(plan => drawSvg(pictureOfPlan(plan), { hasHeader: true })).join('\n'),
  },
  html: {
    extensions: ['.html', '.htm'],
    takesSeveral: true,
    draw: plans => {
      const [first] = plans
      const title = plans.length === 1 && first !== undefined ? `Plan of ${first.id}` : 'Plans of a gateway'
      return drawPage(
        title,
        plans.map(plan => ({
          picture: pictureOfPlan(plan),
          sections: Object.values(ANALYSES).map(analyse => analyse(plan).section()),
        })),
      )
    },
  },
}

const NAMES = Object.keys(FORMATS)

const pictureOfPlan = ({ id, plan, gateway, callsService }: LoadedPlan): Picture => {
  const envelope = analyseEnvelope(plan, { gateway, callsService })
  return pictureOf({ id, plan, gateway, worst: worstCase(envelope) })
}

export const graphCommand: Command = {
  usage: '[PROJECT | CONFIG | PLAN.json] [--config ID] [--format F] [-o FILE]',
  help: `Draws the plans of a project, of standalone configs, or of a compiled plan: shares and conditions on the paths to the targets, targets
after failures, caches, guardrails, circuit breakers, and the worst case of a request. Equal parts are drawn once, and very
large plans are cut off with a note. Pictures contain no secrets and load nothing.

  --config ID        only this config; a page of HTML has several
  --format F         mermaid, svg or html; default: by the extension of FILE, or mermaid;
${findingsHelp(19, NAMES)}
  -o, --output FILE  the file; standard output by default`,
  words: () => ({ format: NAMES }),
  options: {
    config: { type: 'string' },
    format: { type: 'string' },
    output: { type: 'string', short: 'o' },
  },
  run: async (positionals, { config, format, output }, terminal) => {
    const name =
      format ??
      (typeof output === 'string'
        ? NAMES.find(each => FORMATS[each]?.extensions.includes(extname(output).toLowerCase()))
        : undefined) ??
      'mermaid'
    const chosen = chooseFormat(name, NAMES)
    if (chosen === undefined) return usageError(terminal, chooseFormatUsage(NAMES), 'graph')
    const drawing = chosen.form === undefined ? undefined : FORMATS[chosen.form]
    if (drawing === undefined && output !== undefined)
      return usageError(
        terminal,
        '--output requires a picture format, but --format selects findings.',
        'graph',
      )
    const loaded = await loadPlans(
      { paths: positionals, wanted: config, command: 'graph', format: chosen },
      terminal,
    )
    if (typeof loaded === 'number') return loaded
    if (drawing === undefined) return printFindings(loaded, chosen.findings, terminal)
    const { plans } = loaded
    if (plans.length === 0) return usageError(terminal, 'There is no config to draw.', 'graph')
    if (plans.length > 1 && !drawing.takesSeveral) {
      const ids = plans.map(({ id }) => id)
      return usageError(
        terminal,
        `Name one of ${ids.length} configs with --config (${ids.slice(0, 6).join(', ')}${ids.length > 6 ? ', …' : ''}), or take --format html.`,
        'graph',
      )
    }
    const text = drawing.draw(plans)
    if (typeof output !== 'string' || output === '-') {
      terminal.writeStdout(text)
      return EXIT.clean
    }
    const fault = writeAtomic(resolve(terminal.folder, output), `${text}\n`)
    if (fault !== undefined) terminal.writeStderr(fault)
    return fault === undefined ? EXIT.clean : EXIT.findings
  },
}

// What a request takes at worst, as lines of a picture.

const worstCase = ({ calls, time, firstContent, cost }: Envelope): readonly string[] => [
  `At worst a request makes ${pluralize(calls, 'call')} of targets. The whole reply takes ${formatBound(time, formatMilliseconds, 'a time without bound')}; the first content of a stream ${formatBound(firstContent, formatMilliseconds, 'a time without bound')}.`,
  `Cost at list prices: ${formatBound(cost, formatDollars, 'not decided')}.`,
]
