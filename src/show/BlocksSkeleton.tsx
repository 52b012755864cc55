import type { NestedResource } from '../../language/resource.ts'
import { FactLine, Facts } from '../ui/Facts.tsx'
import type { Block } from '../../language/show.ts'

const Bar = () => <span className="cs-skeleton cs-skeleton--medium" />

/** Rows to draw for a block: tables have several, a plain part has one. */
const rowsOf = (block: Block): readonly number[] =>
  block.kind === 'part' && block.widget === undefined ? [1] : [1, 2, 3]

const Rows = ({ block }: { readonly block: Block }) => (
  <div className="cs-skeleton-rows">
    {rowsOf(block).map((row) => (
      <span key={row} className="cs-skeleton" />
    ))}
  </div>
)

interface Drawn {
  /** The definitions nested in the page's resource. They provide the labels of their blocks. */
  readonly parts: readonly NestedResource[]
}

const titleOf = (block: Block, { parts }: Drawn): string | undefined => {
  if (block.kind === 'history') return undefined
  if (block.kind !== 'part') return block.title
  // A widget has its own headings, or none.
  return block.widget === undefined ? parts.find(({ name }) => name === block.resource)?.label : undefined
}

const BlockSkeleton = ({ block, title }: { readonly block: Block; readonly title: string | undefined }) => (
  <div className="cs-block">
    {title !== undefined && <h2>{title}</h2>}
    {block.kind === 'fields' ? (
      <Facts kind="columns">
        {block.facts.map(({ label }) => (
          <FactLine key={label} label={label}>
            <Bar />
          </FactLine>
        ))}
      </Facts>
    ) : (
      <Rows block={block} />
    )}
  </div>
)

/** Placeholder for blocks that are loading. It shows their labels and keeps their final height. */
export const BlocksSkeleton = ({ blocks, parts }: Drawn & { readonly blocks: readonly Block[] }) => (
  <div aria-busy="true">
    <output className="cs-visually-hidden">Loading</output>
    {blocks.map((block, index) =>
      block.kind === 'raw' ? null : <BlockSkeleton key={index} block={block} title={titleOf(block, { parts })} />,
    )}
  </div>
)
