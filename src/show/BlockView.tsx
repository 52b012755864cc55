import { useId } from 'react'
import type { Block } from '../../language/show.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { PartBlock } from '../nested/PartBlock.tsx'
import { FieldsBlock } from './FieldsBlock.tsx'
import type { PageModel } from './pageModel.ts'
import { RawBlock } from './RawBlock.tsx'
import { TableBlock } from './TableBlock.tsx'
import type { Answers } from './TableBlock.tsx'

/** Only one tab needs it: its code comes when that tab is looked at. */
const VerificationBlock = lazyComponent(
  async () => (await import('../../resources/verification/VerificationBlock.tsx')).VerificationBlock,
  <div className="cs-widget-room" aria-busy="true" />,
)

const DocumentsBlock = lazyComponent(
  async () => (await import('../../resources/documents/DocumentsBlock.tsx')).DocumentsBlock,
  <div className="cs-widget-room" aria-busy="true" />,
)

interface BlockViewProps {
  readonly model: PageModel
  readonly block: Block
  /** What has been read beside the detail, by name. */
  readonly answers?: Answers
}

interface Of<K extends Block['kind']> extends Omit<BlockViewProps, 'block'> {
  readonly block: Extract<Block, { readonly kind: K }>
}

const Titled = ({ model, block, answers }: Of<'fields' | 'table'>) => {
  const id = useId()
  return (
    <section className="cs-block" aria-labelledby={block.title === undefined ? undefined : id}>
      {block.title !== undefined && <h2 id={id}>{block.title}</h2>}
      {block.kind === 'fields' ? (
        <FieldsBlock model={model} block={block} />
      ) : (
        <TableBlock block={block} answers={{ detail: model.detail, ...answers }} />
      )}
    </section>
  )
}

const Part = ({ model, block }: Of<'part'>) => {
  const { definition: parent, detail, record, permissions } = model
  const part = model.parts.find(({ name }) => name === block.part)
  if (part === undefined) return null
  if (block.widget === 'verification') {
    return (
      <div className="cs-block">
        <VerificationBlock model={model} part={part} />
      </div>
    )
  }
  if (block.widget === 'documents') {
    return (
      <div className="cs-block">
        <DocumentsBlock model={model} part={part} />
      </div>
    )
  }
  return (
    <div className="cs-block">
      <PartBlock {...{ parent, part, detail, record, permissions }} widget={block.widget} />
    </div>
  )
}

const Raw = ({ model, block }: Of<'raw'>) =>
  model.permissions?.includes(block.permission) === true ? (
    <div className="cs-block">
      <RawBlock title={block.title} detail={model.detail} />
    </div>
  ) : null

/** One piece of a record's page. A piece that the person may not see is not there. */
export const BlockView = ({ model, block, answers = {} }: BlockViewProps) => {
  if (block.kind === 'part') return <Part model={model} block={block} />
  if (block.kind === 'raw') return <Raw model={model} block={block} />
  return <Titled model={model} block={block} answers={answers} />
}
