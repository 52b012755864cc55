import type { ResolvedShow } from '../resource.ts'
import type { Block, Tab } from '../show.ts'

/** A block with where it stands on the page. */
export interface PlacedBlock {
  readonly where: string
  readonly tab: Tab | undefined
  readonly block: Block
}

/** Every block of a page, above, in and below the tabs. */
export const blocksOf = ({ summary, tabs, below }: ResolvedShow): readonly PlacedBlock[] => [
  ...summary.map((block) => ({ where: 'summary', tab: undefined, block })),
  ...tabs.flatMap((tab) => tab.blocks.map((block) => ({ where: `tabs.${tab.name}`, tab, block }))),
  ...below.map((block) => ({ where: 'below', tab: undefined, block })),
]
