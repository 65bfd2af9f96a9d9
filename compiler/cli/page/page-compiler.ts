// The compiler for a page: the files of a project in, and what `check`, `print`, `analyse`, `fmt` and the language server show, as values
// that can be sent from a worker.
import { RE2JS } from 're2js'
import type {
  PageCompiler,
  PageDiagnostic,
} from '../../../runtime/console/page/screens/compiler/page-types.ts'
import { replayRequest } from '../../../runtime/link/replay.ts'
import configSchema from '../../../schemas/generated/editors/config.schema.json' with { type: 'json' }
import manifestSchema from '../../../schemas/generated/editors/manifest.schema.json' with { type: 'json' }
import partialSchema from '../../../schemas/generated/editors/partial.schema.json' with { type: 'json' }
import promptSchema from '../../../schemas/generated/editors/prompt.schema.json' with { type: 'json' }
import { quoteName } from '../../../schemas/values/format-names.ts'
import { callsServiceBy } from '../../analyse/guard-time.ts'
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts'
import { toJsonDiagnostics } from '../../diagnostics/json.ts'
import { withCustomChecks } from '../../facts/create-catalog.ts'
import { formatSource } from '../../format/format-source.ts'
import { ORDERED_SCHEMAS, textFormatOf } from '../../format/text-format.ts'
import { complete } from '../../language-server/completion.ts'
import { fixesAt } from '../../language-server/fixes.ts'
import { hoverAt } from '../../language-server/hover.ts'
import type { FileKind, ProjectView } from '../../language-server/project-view.ts'
import { createPatternAnalysis } from '../../pattern-analysis/analyze-pattern.ts'
import { printPlan } from '../../plan/print-plan.ts'
import type { ProjectInput, SourceInput } from '../../project-input.ts'
import { type ProjectCompilation, type ProjectMemory, recompileProject } from '../../recompile-project.ts'
import { replaceModels, replacementContext } from '../../replace-models.ts'
import { ownProperty } from '../../validate/values/json-values.ts'
import { advisedCatalog } from '../advised-catalog.ts'
import { ANALYSES, USUAL_ANALYSES } from '../analyse/sections.ts'
import { runPromptTests } from '../config-tests/run-prompt-tests.ts'
import { createViews } from '../language-server/project-views.ts'
import { livesOn } from '../models/lives-on.ts'
import { projectOfFiles } from './project-of-files.ts'

const SCHEMAS: { readonly [kind in FileKind]?: object } = {
  manifest: manifestSchema,
  config: configSchema,
  prompt: promptSchema,
  partial: partialSchema,
}

/** `now`: milliseconds since 1970; `digestOf`: of a file of prices, as manifests pin it. */
export function createPageCompiler(now: () => number, digestOf: (text: string) => string): PageCompiler {
  const { analyzePattern } = createPatternAnalysis(() => ({ RE2JS }))
  const day = new Date(now()).toISOString().slice(0, 10)
  const builtIn = advisedCatalog(analyzePattern, livesOn(day))
  let known = { ids: '[]', catalog: builtIn }
  const remembered = new Map<string, SourceInput>()
  const viewOf = createViews(now, kind => JSON.stringify(SCHEMAS[kind] ?? {}))
  let memory: ProjectMemory | undefined
  let compiled: ProjectCompilation | undefined
  let view: ProjectView | undefined
  let input: ProjectInput | undefined

  const sectionsOf = (id: string, { plans, gateway, flows, prompts }: ProjectCompilation) => {
    const plan = plans.get(id)
    if (plan === undefined || gateway === undefined) return []
    const { catalog } = known
    const source = { name: id, text: '' }
    const loaded = {
      ...{ id, source, manifest: source, plan, gateway, flows, catalog, chats: catalog },
      callsService: callsServiceBy(catalog),
      prompts: Object.fromEntries(Array.from(prompts.prompts, ([name, { prompt }]) => [name, prompt])),
      partials: Object.fromEntries(prompts.partials),
    }
    return USUAL_ANALYSES.flatMap(name => ANALYSES[name]?.(loaded).section() ?? [])
  }

  return {
    compile: (files, config) => {
      const started = now()
      const project = projectOfFiles(files, remembered, builtIn, digestOf)
      const { checks, diagnostics: ofFiles, limits } = project
      input = project.input
      const ids = JSON.stringify(checks.map(({ id }) => id))
      if (ids !== known.ids) known = { ids, catalog: withCustomChecks(builtIn, checks) }
      const { catalog } = known
      const result = recompileProject(memory, input, catalog, () => '')
      memory = result.memory
      compiled = result.compilation
      const { plans, gateway } = compiled
      view = viewOf({ ...compiled, input, catalog }, [])
      const diagnostics = [...ofFiles, ...compiled.diagnostics, ...runPromptTests(compiled)]
      const { configs } = input
      const fileOf = (id: string): string => configs.get(id)?.source.name ?? id
      return {
        diagnostics: pageDiagnostics(diagnostics),
        plans: [...plans].map(([id, plan]) => ({
          id,
          file: fileOf(id),
          tree: gateway === undefined ? '' : printPlan(plan, gateway),
        })),
        configs: [...configs.keys()].map(id => ({ id, file: fileOf(id) })),
        sections: config === undefined || hasErrors(ofFiles) ? [] : sectionsOf(config, compiled),
        limits,
        took: now() - started,
      }
    },
    complete: (name, text, offset) => {
      const file = view?.files.get(name)
      return view === undefined || file === undefined
        ? { items: [], start: offset, end: offset }
        : complete(view, file, text, offset)
    },
    hover: (name, offset) => {
      const file = view?.files.get(name)
      const found = view && file && hoverAt(view, file, offset)
      return found && { text: found.markdown, start: found.start, end: found.end }
    },
    format: name => {
      const file = view?.files.get(name)
      const kind = file && ORDERED_SCHEMAS[file.kind]
      const format =
        kind === undefined || file === undefined ? undefined : textFormatOf(name, kind, file.read)
      return file && format && formatSource(file.source, format, () => {})
    },
    replace: (from, to) => {
      const gateway = compiled?.gateway
      if (input === undefined || gateway === undefined) return undefined
      const replacement = { from, to }
      const { replaced, mentioned, faults } = replaceModels(
        input,
        [replacement],
        replacementContext(gateway, known.catalog),
      )
      const edits = replaced.map(({ location: { source, span }, written, becomes }) => {
        const at = source.text.slice(span.start, span.end).indexOf(written)
        return at < 0
          ? `${source.name} names ${quoteName(written)} in another spelling: change it there.`
          : {
              title: `Write ${becomes}`,
              file: source.name,
              text: becomes,
              isSafe: false,
              start: span.start + at,
              end: span.start + at + written.length,
            }
      })
      return {
        edits: edits.filter(each => typeof each !== 'string'),
        mentioned: mentioned.length,
        faults: [
          ...faults.map(({ sentence }) => sentence),
          ...edits.filter(each => typeof each === 'string'),
        ],
      }
    },
    route: (id, { path, metadata, body }) => {
      const plan = compiled?.plans.get(id)
      if (plan === undefined) return undefined
      const model = ownProperty(body, 'model')
      return replayRequest(plan, {
        record: { path, metadata, config: id, ...(typeof model === 'string' && { model }) },
        body,
      })
    },
  }
}

const pageDiagnostics = (diagnostics: readonly Diagnostic[]): readonly PageDiagnostic[] =>
  toJsonDiagnostics(diagnostics).map((json, index) => {
    const { fix: _, ...shown } = json
    const diagnostic = diagnostics[index]
    if (diagnostic === undefined) throw new Error('A diagnostic has no JSON.')
    const { source, span } = diagnostic.location
    const [action] = fixesAt([diagnostic], source.name, span)
    return {
      ...shown,
      start: span.start,
      end: span.end,
      ...(action && {
        edit: {
          title: action.title,
          file: action.edit.file,
          start: action.edit.span.start,
          end: action.edit.span.end,
          text: action.edit.text,
          isSafe: action.isSafe,
        },
      }),
    }
  })
