import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** What an expression of Prometheus names. */
export interface Named {
  /** Each metric, with the labels of its matchers. */
  readonly metrics: readonly { readonly name: string; readonly labels: readonly string[] }[]
  /** The labels of `by`, `on` and `group_left`. */
  readonly grouping: readonly string[]
}

/**
 * Reads an expression with the grammar of Prometheus.
 * @throws Error if it does not fit the grammar
 */
export function namedIn(expression: string): Named {
  const metrics: { name: string; labels: string[] }[] = []
  const grouping: string[] = []
  const text = ({ from, to }: { readonly from: number; readonly to: number }) =>
    expression.slice(from, to)
  parser.parse(expression).iterate({
    enter({ type, node }) {
      if (type.isError) throw new Error(`no PromQL at ${node.from}: ${expression}`)
      if (type.name === 'VectorSelector') {
        const name = node.getChild('Identifier')
        metrics.push({ name: name ? text(name) : '', labels: labelsOf(node).map(text) })
      }
      if (type.name === 'GroupingLabels') grouping.push(...node.getChildren('LabelName').map(text))
    },
  })
  return { metrics, grouping }
}

function labelsOf(selector: SyntaxNode): SyntaxNode[] {
  const labels: SyntaxNode[] = []
  selector.cursor().iterate((each) => {
    if (each.name === 'LabelName') labels.push(each.node)
  })
  return labels
}
