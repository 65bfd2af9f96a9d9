// The compiler beside an editor: files at the left, and at the right what the compiler finds out while they are edited. It knows no
// gateway, so the documentation has the same.
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { CodeBlock, downloadText } from '../../parts/copy.tsx'
import { connectCompiler } from './compiler-client.ts'
import { Editor, type ShownPlace } from './editor.tsx'
import type { PageCompilation, PageFix, PageReplacement, ProjectFiles } from './page-types.ts'
import { Plan, Problems, Sections } from './results.tsx'
import { FIRST_REQUEST, type TestedRequest, Tester } from './tester.tsx'
import { patchOf } from './unified-diff.ts'

/** What is open. */
export interface WorkbenchView {
  readonly file?: string | undefined
  readonly tab?: string | undefined
  readonly config?: string | undefined
}

export interface WorkbenchProps {
  /** Of the script of the compiler. */
  readonly compilerUrl: string
  /** What the files were at first, against which the patch is. */
  readonly base: ProjectFiles
  readonly baseName: string
  readonly files: ProjectFiles
  readonly onFiles: (files: ProjectFiles) => void
  readonly view: WorkbenchView
  readonly onView: (change: WorkbenchView) => void
  /** Another model that takes the place of one at the first compilation. */
  readonly replacement?: { readonly from: string; readonly to: string } | undefined
  /** Called when its edits are in the files. */
  readonly onReplaced?: (done: PageReplacement) => void
  /** Called after each compilation, with the files that were compiled. */
  readonly onCompiled?: (compilation: PageCompilation, files: ProjectFiles) => void
}

const TABS = [
  ['problems', 'Problems'],
  ['plan', 'Plan'],
  ['analysis', 'Analysis'],
  ['test', 'Test'],
  ['patch', 'Patch'],
] as const

/** Milliseconds without a key before it is compiled. */
const PAUSE = 120

export function Workbench(props: WorkbenchProps) {
  const { compilerUrl, base, files, onFiles, view, onView } = props
  const compiler = useMemo(() => connectCompiler(compilerUrl), [compilerUrl])
  useEffect(() => compiler.close, [compiler])
  const [compilation, setCompilation] = useState<PageCompilation>()
  const [fault, setFault] = useState<string>()
  const [shown, setShown] = useState<ShownPlace>()
  const [given, setGiven] = useState<TestedRequest>(FIRST_REQUEST)
  const [revision, setRevision] = useState(0)
  /** Changes files other than by typing. */
  const replaceFiles = (changed: ProjectFiles): void => {
    setRevision(before => before + 1)
    onFiles(changed)
  }
  const paths = Object.keys(files).sort(byPlace)
  const file = view.file !== undefined && view.file in files ? view.file : (firstFile(paths) ?? '')
  const config = configOf(view.config, file, compilation)
  const tab = TABS.some(([id]) => id === view.tab) ? (view.tab ?? 'problems') : 'problems'

  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    let isCurrent = true
    const timer = window.setTimeout(
      () => {
        compiler.call('compile', files, config).then(
          compiled => {
            if (!isCurrent) return
            setFault(undefined)
            setCompilation(compiled)
            latest.current.onCompiled?.(compiled, files)
            void replace()
          },
          (error: unknown) => {
            if (isCurrent) setFault(error instanceof Error ? error.message : String(error))
          },
        )
      },
      compilation === undefined ? 0 : PAUSE,
    )
    return () => {
      isCurrent = false
      window.clearTimeout(timer)
    }
  }, [files, config, compiler])

  const show = (place: ShownPlace): void => {
    onView({ file: place.file })
    setShown({ ...place })
  }
  const applyFixes = (fixes: readonly PageFix[]): void => {
    let changed = files
    // From the end, so that earlier places stay; a fix that overlaps one that was applied waits for the next compilation.
    let from = Number.POSITIVE_INFINITY
    let before = ''
    for (const fix of [...fixes].sort((a, b) =>
      a.file === b.file ? b.start - a.start : a.file < b.file ? -1 : 1,
    )) {
      if (fix.file !== before) from = Number.POSITIVE_INFINITY
      before = fix.file
      const text = changed[fix.file]
      if (text === undefined || fix.end > from) continue
      from = fix.start
      changed = { ...changed, [fix.file]: text.slice(0, fix.start) + fix.text + text.slice(fix.end) }
    }
    replaceFiles(changed)
  }
  const hasReplaced = useRef(false)
  const replace = async (): Promise<void> => {
    const { replacement, onReplaced } = latest.current
    if (replacement === undefined || hasReplaced.current) return
    const done = await compiler.call('replace', replacement.from, replacement.to)
    if (done === undefined) return
    hasReplaced.current = true
    applyFixes(done.edits)
    onReplaced?.(done)
  }
  const format = async (): Promise<void> => {
    const text = await compiler.call('format', file)
    if (text !== undefined && text !== files[file]) replaceFiles({ ...files, [file]: text })
  }
  const diagnostics = compilation?.diagnostics ?? []
  const ofFile = useMemo(() => diagnostics.filter(each => each.file === file), [diagnostics, file])
  const counts = (path: string): number =>
    diagnostics.filter(each => each.file === path && each.severity === 'error').length

  return (
    <div class="workbench">
      <div class="workbench-files">
        <FileTabs
          paths={paths}
          file={file}
          errorsOf={counts}
          isChanged={path => files[path] !== base[path]}
          onOpen={path => onView({ file: path })}
        />
        <Editor
          file={file}
          text={files[file] ?? ''}
          revision={revision}
          diagnostics={ofFile}
          shown={shown}
          call={compiler.call}
          onChange={(path, text) => latest.current.onFiles({ ...latest.current.files, [path]: text })}
          onFix={fix => applyFixes([fix])}
        />
        <FileActions
          {...{ file, files, base, onView }}
          onFiles={replaceFiles}
          onFormat={() => void format()}
        />
      </div>
      <div class="workbench-results">
        <Summary compilation={compilation} fault={fault} />
        <div class="row workbench-bar">
          <div class="tabs" role="tablist" aria-label="What the compiler shows">
            {TABS.map(([id, title]) => (
              <button
                key={id}
                type="button"
                role="tab"
                id={`tab-${id}`}
                aria-selected={id === tab}
                aria-controls="results"
                tabIndex={id === tab ? 0 : -1}
                onClick={() => onView({ tab: id })}
                onKeyDown={event => moveTab(event, index => onView({ tab: TABS[index]?.[0] }))}
              >
                {title}
              </button>
            ))}
          </div>
        </div>
        <div id="results" role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {compilation !== undefined && tab !== 'problems' && tab !== 'patch' && (
            <ConfigChoice compilation={compilation} config={config} onView={onView} />
          )}
          {compilation === undefined ? (
            <p class="quiet" role="status">
              {fault ?? 'The compiler is loading.'}
            </p>
          ) : tab === 'plan' ? (
            <Plan compilation={compilation} config={config ?? ''} />
          ) : tab === 'analysis' ? (
            <Sections sections={compilation.sections} />
          ) : tab === 'test' ? (
            <Tester
              {...{ compilation, given }}
              config={config ?? ''}
              call={compiler.call}
              onGiven={setGiven}
            />
          ) : tab === 'patch' ? (
            <Patch {...props} onFiles={replaceFiles} compilation={compilation} />
          ) : (
            <Problems
              diagnostics={diagnostics}
              limits={compilation.limits}
              onShow={show}
              onFix={fix => applyFixes([fix])}
              onFixAll={() =>
                applyFixes(diagnostics.flatMap(({ edit }) => (edit?.isSafe === true ? [edit] : [])))
              }
            />
          )}
        </div>
      </div>
    </div>
  )
}

/** The manifest first, then in the order of their names. */
const byPlace = (one: string, other: string): number =>
  Number(other.startsWith('gateway.')) - Number(one.startsWith('gateway.')) || (one < other ? -1 : 1)

const firstFile = (paths: readonly string[]): string | undefined =>
  paths.find(path => path.startsWith('configs/') && !path.endsWith('.ts')) ?? paths[0]

/** The config that is chosen, or that of the open file, or the first one. */
function configOf(
  chosen: string | undefined,
  file: string,
  compilation: PageCompilation | undefined,
): string | undefined {
  const configs = compilation?.configs ?? []
  const named = configs.find(({ id }) => id === chosen)
  if (named !== undefined) return named.id
  return (configs.find(each => each.file === file) ?? compilation?.plans[0] ?? configs[0])?.id
}

/** Arrow keys, Home and End in a list of tabs. */
function moveTab(event: KeyboardEvent, open: (index: number) => void): void {
  const tabs = [
    ...((event.currentTarget as HTMLElement).parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ??
      []),
  ]
  const at = tabs.indexOf(event.currentTarget as HTMLElement)
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowLeft: at - 1,
    Home: 0,
    End: tabs.length - 1,
  }
  const to = steps[event.key]
  if (to === undefined) return
  event.preventDefault()
  const index = (to + tabs.length) % tabs.length
  open(index)
  tabs[index]?.focus()
}

interface FileTabsProps {
  readonly paths: readonly string[]
  readonly file: string
  readonly errorsOf: (path: string) => number
  readonly isChanged: (path: string) => boolean
  readonly onOpen: (path: string) => void
}

function FileTabs({ paths, file, errorsOf, isChanged, onOpen }: FileTabsProps) {
  return (
    <div class="file-tabs" role="tablist" aria-label="Files">
      {paths.map(path => {
        const errors = errorsOf(path)
        return (
          <button
            key={path}
            type="button"
            role="tab"
            aria-selected={path === file}
            tabIndex={path === file ? 0 : -1}
            onClick={() => onOpen(path)}
            onKeyDown={event => moveTab(event, index => onOpen(paths[index] ?? file))}
          >
            <bdi>{path}</bdi>
            {isChanged(path) && <span class="changed"> (changed)</span>}
            {errors > 0 && (
              <span class="badge bad">
                {errors}
                <span class="unseen"> errors</span>
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}

interface FileActionsProps extends Pick<WorkbenchProps, 'base' | 'files' | 'onFiles' | 'onView'> {
  readonly file: string
  readonly onFormat: () => void
}

function FileActions({ file, base, files, onFiles, onView, onFormat }: FileActionsProps) {
  const [name, setName] = useState('')
  const [refused, setRefused] = useState('')
  const add = (event: Event): void => {
    event.preventDefault()
    const path = name.trim()
    if (!/^(?!.*\.\.)[\w-][\w./-]*\.(?:ya?ml|json|txt)$/.test(path))
      return setRefused(
        'Name it like configs/chat.yaml: a path below the project that ends in .yaml, .json or .txt.',
      )
    if (path in files) return setRefused('There is a file of this name.')
    setRefused('')
    setName('')
    onFiles({ ...files, [path]: '' })
    onView({ file: path })
  }
  const remove = (): void => {
    const { [file]: _, ...others } = files
    onFiles(others)
  }
  const original = base[file]
  return (
    <>
      <div class="row file-actions">
        <button type="button" class="small" onClick={onFormat} disabled={file.endsWith('.ts')}>
          Format
        </button>
        {original !== undefined && original !== files[file] && (
          <button type="button" class="small" onClick={() => onFiles({ ...files, [file]: original })}>
            Undo changes of this file
          </button>
        )}
        <button type="button" class="small" onClick={remove} disabled={Object.keys(files).length < 2}>
          Remove this file
        </button>
        <form class="row" onSubmit={add}>
          <label>
            <span class="unseen">Name of a new file</span>
            <input
              value={name}
              placeholder="configs/new.yaml"
              spellcheck={false}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </label>
          <button type="submit" class="small">
            Add a file
          </button>
        </form>
      </div>
      {refused !== '' && (
        <p class="fault" role="alert">
          {refused}
        </p>
      )}
    </>
  )
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

function Summary({
  compilation,
  fault,
}: {
  readonly compilation: PageCompilation | undefined
  readonly fault: string | undefined
}) {
  if (compilation === undefined) return null
  const count = (severity: string): number =>
    compilation.diagnostics.filter(each => each.severity === severity).length
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')]
  return (
    <p class="summary" role="status">
      {fault !== undefined ? (
        <span class="badge bad">{fault}</span>
      ) : errors > 0 ? (
        <span class="badge bad">{plural(errors, 'error')}</span>
      ) : (
        <span class="badge good">compiles</span>
      )}{' '}
      {warnings > 0 && <span class="badge warning">{plural(warnings, 'warning')}</span>}{' '}
      {notes > 0 && <span class="badge accent">{plural(notes, 'note')}</span>}{' '}
      <span class="quiet">
        {plural(compilation.plans.length, 'plan')} of {plural(compilation.configs.length, 'config')}, in{' '}
        {Math.round(compilation.took)} ms
      </span>
    </p>
  )
}

function ConfigChoice({
  compilation,
  config,
  onView,
}: Pick<WorkbenchProps, 'onView'> & {
  readonly compilation: PageCompilation
  readonly config: string | undefined
}) {
  return (
    <label class="field config-choice">
      <span>Config</span>
      <select value={config ?? ''} onChange={({ currentTarget }) => onView({ config: currentTarget.value })}>
        {compilation.configs.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  )
}

function Patch({
  base,
  baseName,
  files,
  onFiles,
  compilation,
}: WorkbenchProps & { readonly compilation: PageCompilation }) {
  const patch = useMemo(() => patchOf(base, files), [base, files])
  const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error').length
  if (patch === '') return <p>Nothing differs from {baseName}.</p>
  return (
    <div class="stack">
      <p>
        {errors === 0 ? (
          <>
            <span class="badge good">compiles</span> Apply it in your repository with <code>git apply</code>,
            and let CI check it.
          </>
        ) : (
          <>
            <span class="badge bad">does not compile</span> Fix {plural(errors, 'error')} first.
          </>
        )}
      </p>
      <p class="row">
        <button
          type="button"
          class="main"
          onClick={() => downloadText('portolan.patch', patch, 'text/x-patch')}
        >
          Download portolan.patch
        </button>
        <button type="button" onClick={() => onFiles(base)}>
          Discard all changes
        </button>
      </p>
      <CodeBlock text={patch} label={`Changes to ${baseName}`} />
    </div>
  )
}
