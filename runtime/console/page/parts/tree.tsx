// A tree whose branches are open: the path of a request, the nodes of a plan.
import type { ComponentChildren } from 'preact'

export interface Branch {
  readonly id: string
  readonly content: ComponentChildren
  readonly children?: readonly Branch[]
}

export const Tree = ({
  label,
  branches,
}: {
  readonly label: string
  readonly branches: readonly Branch[]
}) => (
  <ul class="tree" aria-label={label}>
    {branches.map(branch => (
      <TreeBranch key={branch.id} {...branch} />
    ))}
  </ul>
)

const TreeBranch = ({ content, children = [] }: Branch) => (
  <li>
    <div class="branch">{content}</div>
    {children.length > 0 && (
      <ul>
        {children.map(branch => (
          <TreeBranch key={branch.id} {...branch} />
        ))}
      </ul>
    )}
  </li>
)
