// The editor of a file. It is in a shadow root, where its styles are sheets of the script: the policy of the page allows no others.
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { yaml } from '@codemirror/lang-yaml'
import {
  bracketMatching,
  foldGutter,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { Annotation, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { CallCompiler } from './compiler-client.ts'
import type { PageDiagnostic, PageFix } from './page-types.ts'

/** A place that the editor shows and selects; another object shows it again. */
export interface ShownPlace {
  readonly file: string
  readonly start: number
  readonly end: number
}

interface EditorProps {
  readonly file: string
  readonly text: string
  /** Counts changes of the text that were not typed here: only these are taken over, since what was typed comes back later than it is typed. */
  readonly revision: number
  /** Of this file. */
  readonly diagnostics: readonly PageDiagnostic[]
  readonly shown: ShownPlace | undefined
  readonly call: CallCompiler
  readonly onChange: (file: string, text: string) => void
  readonly onFix: (fix: PageFix) => void
}

export function Editor(props: EditorProps) {
  const { file, text, revision, diagnostics, shown } = props
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  /** With the history of each file, while the screen is open. */
  const states = useRef(new Map<string, EditorState>())
  const open = useRef('')
  const latest = useRef(props)
  latest.current = props

  // Before the next event: a key that is pressed right after a click on a place is typed there.
  useLayoutEffect(() => {
    if (host.current === null) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const created = new EditorView({ parent: root, root })
    view.current = created
    return () => {
      created.destroy()
      view.current = undefined
      open.current = ''
    }
  }, [])

  useLayoutEffect(() => {
    const editor = view.current
    if (editor === undefined) return
    if (open.current !== file) {
      if (open.current !== '') states.current.set(open.current, editor.state)
      open.current = file
      editor.setState(
        states.current.get(file) ?? EditorState.create({ doc: text, extensions: extensionsOf(file, latest) }),
      )
    }
    const written = editor.state.doc.toString()
    // Changed from outside, by a fix or the formatter: the shortest change, so that the cursor stays.
    if (written !== text)
      editor.dispatch({ changes: changeOf(written, text), annotations: FROM_OUTSIDE.of(true) })
  }, [file, revision])

  useLayoutEffect(() => {
    const editor = view.current
    if (editor === undefined) return
    const length = editor.state.doc.length
    const found = diagnostics.map((each): Diagnostic => {
      const from = Math.min(each.start, length)
      return {
        from,
        to: Math.min(Math.max(each.end, from), length),
        severity: each.severity === 'note' ? 'info' : each.severity,
        message: `${each.message} [${each.code}]`,
        actions:
          each.edit === undefined
            ? []
            : [{ name: each.edit.title, apply: () => each.edit && latest.current.onFix(each.edit) }],
      }
    })
    editor.dispatch(setDiagnostics(editor.state, found))
  }, [diagnostics, file])

  useLayoutEffect(() => {
    const editor = view.current
    if (editor === undefined || shown === undefined || shown.file !== file) return
    const length = editor.state.doc.length
    const anchor = Math.min(shown.start, length)
    editor.dispatch({
      selection: { anchor, head: Math.min(Math.max(shown.end, shown.start), length) },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    })
    editor.focus()
  }, [shown, file])

  return <div class="editor" ref={host} />
}

/** The part between what both texts begin and end with. */
function changeOf(
  before: string,
  after: string,
): { readonly from: number; readonly to: number; readonly insert: string } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

const FROM_OUTSIDE = Annotation.define<boolean>()

type Latest = { readonly current: EditorProps }

const languageOf = (file: string): Extension =>
  file.endsWith('.json') ? json() : /\.ya?ml$/.test(file) ? yaml() : []

const extensionsOf = (file: string, latest: Latest): Extension => [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  syntaxHighlighting(highlighting),
  languageOf(file),
  lintGutter(),
  autocompletion({ override: [context => completionsAt(context, file, latest)], icons: false }),
  hoverTooltip(async (_view, offset) => {
    const found = await latest.current.call('hover', file, offset)
    if (found === undefined) return null
    return {
      pos: found.start,
      end: found.end,
      above: true,
      create: () => {
        const dom = document.createElement('div')
        dom.className = 'hover'
        dom.textContent = found.text.replaceAll(/\*\*|`/g, '')
        return { dom }
      },
    }
  }),
  // Tab moves the focus, as everywhere in the page.
  keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
  EditorView.contentAttributes.of({ 'aria-label': `Text of ${file}`, dir: 'ltr', tabindex: '0' }),
  EditorState.readOnly.of(file.endsWith('.ts')),
  EditorView.updateListener.of(({ transactions, docChanged, state }) => {
    if (docChanged && transactions.every(each => each.annotation(FROM_OUTSIDE) !== true))
      latest.current.onChange(file, state.doc.toString())
  }),
  theme,
]

/** Characters of the word that is completed. */
const WORD = /[\w@$.:/-]+$/

async function completionsAt(
  context: CompletionContext,
  file: string,
  { current: { call } }: Latest,
): Promise<CompletionResult | null> {
  if (!context.explicit && context.matchBefore(WORD) === null) return null
  const { items, start, end } = await call('complete', file, context.state.doc.toString(), context.pos)
  if (items.length === 0 || context.aborted) return null
  return {
    from: start,
    to: Math.max(end, context.pos),
    validFor: /^[\w@$./-]*$/,
    options: items.map(({ label, kind, detail = '', description, text }) => ({
      label,
      type: kind,
      detail,
      apply: text,
      ...(description !== undefined && { info: description }),
    })),
  }
}

const highlighting = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--series-4)' },
  { tag: tags.comment, color: 'var(--quiet)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.typeName, tags.labelName], color: 'var(--warning)' },
])

const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--text)', fontSize: '0.87rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': {
    backgroundColor: 'var(--raised)',
    color: 'var(--quiet)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)',
  },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--panel)',
    color: 'var(--text)',
    border: '1px solid var(--strong-line)',
    borderRadius: '6px',
    maxWidth: 'min(36rem, 90vw)',
  },
  '.cm-tooltip .hover': { padding: '0.4rem 0.6rem', whiteSpace: 'pre-wrap', fontSize: '0.85rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-back)',
    color: 'var(--text)',
  },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-tooltip .cm-completionInfo': { padding: '0.4rem 0.6rem' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--raised)', color: 'var(--quiet)', border: '0' },
})
