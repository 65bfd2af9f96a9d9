// The graph of a plan. The arrow keys walk over it: along the ways, and between the children of a node; Enter opens a node.
import { useMemo, useRef } from 'preact/hooks'
import type { PlanGraph as Graph, PlanNodeView } from '../../../../../schemas/generated/control-types.ts'
import { formatShare } from '../../format.ts'
import type { Tone } from '../../parts/values.tsx'
import { BOX, layoutGraph, MAX_WORDS } from './graph-layout.ts'

interface PlanGraphProps {
  readonly graph: Graph
  readonly open: number | undefined
  readonly onOpen: (node: number) => void
}

const MAX_TITLE = 26

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

export function PlanGraph({ graph, open, onOpen }: PlanGraphProps) {
  // The state of targets changes every few seconds, where they are drawn does not.
  const shape = graph.nodes
    .map(({ children }) => children.map(({ node, label }) => `${node} ${label}`))
    .join()
  const drawn = useMemo(() => layoutGraph(graph), [shape])
  const frame = useRef<SVGSVGElement>(null)
  const focus = (node: number | undefined): void => {
    if (node !== undefined) frame.current?.querySelector<SVGGElement>(`[data-node="${node}"]`)?.focus()
  }
  const onKey = (event: KeyboardEvent, id: number): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return onOpen(id)
    }
    const parent = graph.nodes.find(({ children }) => children.some(({ node }) => node === id))
    const siblings = parent?.children.map(({ node }) => node) ?? []
    const at = siblings.indexOf(id)
    const next =
      event.key === 'ArrowRight'
        ? graph.nodes[id]?.children[0]?.node
        : event.key === 'ArrowLeft'
          ? parent?.id
          : event.key === 'ArrowDown'
            ? siblings[at + 1]
            : event.key === 'ArrowUp'
              ? siblings[at - 1]
              : undefined
    if (next === undefined) return
    event.preventDefault()
    focus(next)
  }
  return (
    <div class="plan-graph">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be drawn in a picture */}
      <svg
        ref={frame}
        width={drawn.width}
        height={drawn.height}
        viewBox={`0 0 ${drawn.width} ${drawn.height}`}
        role="group"
        aria-label="Graph of the plan; the arrow keys move between nodes"
      >
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" class="tip" />
          </marker>
        </defs>
        {drawn.ways.map(({ from, to, points, label }) => {
          const way = graph.nodes[from]?.children.find(({ node }) => node === to)
          return (
            // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it has no tabindex
            <g key={`${from} ${to}`} class={`way ${way?.kind ?? 'request'}`} aria-hidden="true">
              <path
                d={points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ')}
                marker-end="url(#tip)"
              />
              {way !== undefined && way.label !== '' && (
                <text x={label.x} y={label.y - 4} text-anchor="middle">
                  {cut(way.label, MAX_WORDS)}
                  <title>{way.label}</title>
                </text>
              )}
            </g>
          )
        })}
        {graph.nodes.map(node => {
          const { x, y } = drawn.nodes[node.id] ?? { x: 0, y: 0 }
          const { tone, words } = wordsOf(node)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a button of HTML cannot be drawn in a picture
            <g
              key={node.id}
              class={`node ${node.kind} ${tone}`}
              transform={`translate(${x - BOX.width / 2} ${y - BOX.height / 2})`}
              role="button"
              tabindex={node.id === (open ?? 0) ? 0 : -1}
              aria-pressed={node.id === open}
              data-node={node.id}
              onClick={() => onOpen(node.id)}
              onKeyDown={event => onKey(event, node.id)}
            >
              <rect width={BOX.width} height={BOX.height} rx="8" />
              {words.map((text, line) => (
                <text key={LINES[line]} x="12" y={20 + line * 17} class={LINES[line]}>
                  {`${text} `}
                </text>
              ))}
            </g>
          )
        })}
      </svg>
    </div>
  )
}

const LINES = ['title', 'at', 'state'] as const

/** The lines of a box. */
function wordsOf(node: PlanNodeView): { readonly tone: Tone; readonly words: readonly string[] } {
  const state = stateOfNode(node)
  return {
    tone: state?.tone ?? 'quiet',
    words: [
      cut(titleOf(node), MAX_TITLE),
      cut(node.at, MAX_TITLE + 2),
      ...(state === undefined ? [] : [cut(state.text, MAX_TITLE + 4)]),
    ],
  }
}

export function titleOf({ kind, target }: PlanNodeView): string {
  if (target === null) return kind
  const name = target.slug === null ? (target.provider ?? 'provider of the request') : `@${target.slug}`
  return target.model === null ? name : `${name} ${target.model}`
}

/** The gravest that is known of a target: its circuit, then its outcomes, then its share. */
export function stateOfNode({
  target,
}: PlanNodeView): { readonly text: string; readonly tone: Tone } | undefined {
  if (target === null) return undefined
  const { circuits, outcomes, share } = target
  if (circuits.some(({ state }) => state === 'open')) return { text: 'circuit open', tone: 'bad' }
  if (circuits.some(({ state }) => state === 'half-open'))
    return { text: 'circuit half-open', tone: 'warning' }
  if (outcomes !== null && outcomes.attempts > 0) {
    const good = outcomes.succeeded / outcomes.attempts
    const tone: Tone = good >= 0.99 ? 'good' : good >= 0.9 ? 'warning' : 'bad'
    return { text: `${formatShare(good)} of ${outcomes.attempts} succeeded`, tone }
  }
  return {
    text:
      share === null
        ? 'only after failures'
        : share === 1
          ? 'every request'
          : `${formatShare(share)} of requests`,
    tone: 'quiet',
  }
}
