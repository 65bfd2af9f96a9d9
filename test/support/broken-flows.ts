// Analyses of flows with a mistake that is easily made: the test of the flows must detect every one.
import { type FlowViolation, violationsOfPlan } from '../../compiler/analyse/flows/flow-rules.ts'
import { flowsOfPlan, type PlanFlows } from '../../compiler/analyse/flows/plan-flows.ts'
import type { FlowCatalog } from '../../compiler/analyse/flows/target-flows.ts'
import { rewritePlan } from '../../compiler/plan/rewrite-plan.ts'
import type { FlowRule, Gateway, Plan, PlanNode } from '../../schemas/generated/types.ts'

export interface FlowAnalysis {
  readonly title: string
  readonly list: (plan: Plan, gateway: Gateway, catalog: FlowCatalog) => PlanFlows
  readonly judge: (rule: FlowRule, flows: PlanFlows) => readonly FlowViolation[]
}

export const flowAnalysis: FlowAnalysis = {
  title: 'as it is',
  list: flowsOfPlan,
  judge: violationsOfPlan,
}

const ofChanged = (title: string, change: (node: PlanNode) => PlanNode): FlowAnalysis => ({
  ...flowAnalysis,
  title,
  list: (plan, gateway, catalog) => flowsOfPlan(rewritePlan(plan, change), gateway, catalog),
})

export const brokenFlows: readonly FlowAnalysis[] = [
  ofChanged('forgets what follows in a fallback', node =>
    node.kind === 'fallback' ? { ...node, children: node.children.slice(0, 1) } : node,
  ),
  ofChanged('forgets hosts that a config sets', node =>
    node.kind === 'call' && node.binding.from === 'slug'
      ? { ...node, binding: { from: 'slug', slug: node.binding.slug } }
      : node,
  ),
  ofChanged('forgets the default of a conditional', node =>
    node.kind === 'conditional' && node.children.length > 1
      ? {
          ...node,
          otherwise:
            node.steps.flatMap(step => ('then' in step ? [step.then] : Object.values(step.table)))[0] ?? 0,
        }
      : node,
  ),
  ofChanged('takes a condition for one that does not hold', node =>
    node.kind === 'conditional'
      ? {
          ...node,
          steps: node.steps.map(step =>
            'when' in step ? { ...step, when: { test: 'never' as const } } : step,
          ),
        }
      : node,
  ),
  {
    ...flowAnalysis,
    title: 'forgets the credentials of stored providers',
    list: (plan, gateway, catalog) =>
      flowsOfPlan(
        plan,
        {
          ...gateway,
          providers: Object.fromEntries(
            Object.entries(gateway.providers).map(([slug, stored]) => [slug, { ...stored, credentials: {} }]),
          ),
        },
        catalog,
      ),
  },
  {
    ...flowAnalysis,
    title: 'refutes a rule by requests that it is not about',
    judge: ({ when: _, ...rule }, flows) => violationsOfPlan(rule, flows),
  },
  {
    ...flowAnalysis,
    title: 'refutes a rule by requests that an earlier condition sends elsewhere',
    judge: (rule, { plan, routes, isCutOff }) =>
      violationsOfPlan(rule, {
        plan,
        isCutOff,
        routes: routes.map(({ route, flows }) => ({
          flows,
          route: {
            ...route,
            steps: route.steps.map(step =>
              step.node.kind === 'conditional' && step.child !== step.node.otherwise
                ? {
                    ...step,
                    node: {
                      ...step.node,
                      steps: step.node.steps.filter(each =>
                        'then' in each
                          ? each.then === step.child
                          : Object.values(each.table).includes(step.child),
                      ),
                    },
                  }
                : step,
            ),
          },
        })),
      }),
  },
  {
    ...flowAnalysis,
    title: 'refutes a rule by targets that only open circuits reach, while all are closed',
    judge: (rule, flows) =>
      violationsOfPlan(rule, flows).map(violation =>
        violation.kind === 'refuted'
          ? {
              ...violation,
              example: {
                ...violation.example,
                after: violation.example.after.filter(({ status }) => status !== undefined),
              },
            }
          : violation,
      ),
  },
  {
    ...flowAnalysis,
    title: 'takes a host for any host below its domain',
    judge: (rule, flows) =>
      violationsOfPlan(
        { ...rule, only: rule.only.flatMap(host => [host, host.replace(/^[^.]+/, '*')]) },
        flows,
      ),
  },
]
