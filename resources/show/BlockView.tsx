import { useId } from 'react'
import type { Block } from '../../schemas/meta/show.ts'
import { FieldsBlock } from './FieldsBlock.tsx'
import type { PageModel } from './pageModel.ts'
import { PartOfPage } from './PartOfPage.tsx'
import { RawBlock } from './RawBlock.tsx'
import { TableBlock } from './TableBlock.tsx'
import type { Answers } from './TableBlock.tsx'

interface BlockViewProps {
  readonly model: PageModel
  readonly block: Block
  /** What has been read beside the detail, by name. */
  readonly answers?: Answers
}

type TitledBlock = Exclude<Block, { readonly kind: 'part' }>

const contentOf = ({ model, block, answers = {} }: BlockViewProps & { readonly block: TitledBlock }) => {
  if (block.kind === 'fields') return <FieldsBlock model={model} block={block} />
  if (block.kind === 'table') return <TableBlock block={block} answers={{ detail: model.detail, ...answers }} />
  return <RawBlock title={block.title} detail={model.detail} />
}

/** One piece of a record's page with its heading. A piece that the person may not see is not there. */
export const BlockView = ({ model, block, answers = {} }: BlockViewProps) => {
  const id = useId()
  if (block.kind === 'part') return <PartOfPage model={model} block={block} />
  if (block.kind === 'raw' && model.permissions?.includes(block.permission) !== true) return null
  const { title } = block
  const hasHeading = title !== undefined && block.kind !== 'raw'
  return (
    <section className="cs-block" aria-labelledby={hasHeading ? id : undefined}>
      {hasHeading && <h2 id={id}>{title}</h2>}
      {contentOf({ model, block, answers })}
    </section>
  )
}
