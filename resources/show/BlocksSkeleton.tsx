import type { Block } from '../../schemas/meta/show.ts'

const Bar = () => <span className="cs-skeleton cs-skeleton--fact" />

const Rows = () => (
  <div className="cs-skeleton-rows">
    {[1, 2, 3].map((row) => (
      <span key={row} className="cs-skeleton" />
    ))}
  </div>
)

const BlockSkeleton = ({ block }: { readonly block: Block }) => (
  <div className="cs-block">
    {'title' in block && <h2>{block.title}</h2>}
    {block.kind === 'fields' ? (
      <dl className="cs-pairs">
        {block.fields.map(({ label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Bar />
            </dd>
          </div>
        ))}
      </dl>
    ) : (
      <Rows />
    )}
  </div>
)

/** Blocks on their way: their labels stand, and each is as high as it will be. */
export const BlocksSkeleton = ({ blocks }: { readonly blocks: readonly Block[] }) => (
  <div className="cs-blocks-skeleton" aria-busy="true">
    <output className="cs-visually-hidden">Loading</output>
    {blocks.map((block, index) => (block.kind === 'raw' ? null : <BlockSkeleton key={index} block={block} />))}
  </div>
)
