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

const titleOf = (block: Block, { parts }: PageModel): string | undefined =>
  block.kind === 'part' ? parts.find(({ name }) => name === block.part)?.label : block.title

const contentOf = ({ model, block, answers = {} }: BlockViewProps) => {
  if (block.kind === 'fields') return <FieldsBlock model={model} block={block} />
  if (block.kind === 'table') return <TableBlock block={block} answers={{ detail: model.detail, ...answers }} />
  if (block.kind === 'raw') return <RawBlock title={block.title} detail={model.detail} />
  return <PartOfPage model={model} block={block} />
}

/** One piece of a record's page with its heading. A piece that the person may not see is not there. */
export const BlockView = (props: BlockViewProps) => {
  const { model, block } = props
  const id = useId()
  if (block.kind === 'raw' && model.permissions?.includes(block.permission) !== true) return null
  const title = titleOf(block, model)
  const hasHeading = title !== undefined && block.kind !== 'raw'
  return (
    <section className="cs-block" aria-labelledby={hasHeading ? id : undefined}>
      {hasHeading && <h2 id={id}>{title}</h2>}
      {contentOf(props)}
    </section>
  )
}
