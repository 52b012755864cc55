import { useState, useId } from 'react'
import { Disclosure } from '../ui/Disclosure.tsx'
import type { Row } from '../model/columns.ts'
import type { Block } from '../../language/show.ts'
import type { BlockProps, PageModel } from '../console/extensions.ts'
import { installedConsole } from '../console/installedConsole.tsx'
import { listResource } from '../model/consoleModel.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { PartBlock } from '../nested/PartBlock.tsx'
import { FieldsBlock } from './FieldsBlock.tsx'
import { ImageBlock, imageAccess } from './ImageBlock.tsx'
import { TableBlock } from './TableBlock.tsx'
import type { Answers } from './tableSource.ts'

interface RawBlockProps {
  readonly title: string
  readonly detail: Row
}

/** The gateway's whole answer, folded until it is opened. */
const RawBlock = ({ title, detail }: RawBlockProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure title={title} className="cs-screen" onToggle={setOpen}>
      {isOpen && <pre>{JSON.stringify(detail, null, 2)}</pre>}
    </Disclosure>
  )
}

interface BlockViewProps {
  readonly model: PageModel
  readonly block: Block
  readonly answers?: Answers
}

interface Of<K extends Block['kind']> extends Omit<BlockViewProps, 'block'> {
  readonly block: Extract<Block, { readonly kind: K }>
}

const Titled = ({ model, block, answers }: Of<'fields' | 'table' | 'image'>) => {
  const id = useId()
  return (
    <section className="cs-block" aria-labelledby={block.title === undefined ? undefined : id}>
      {block.title !== undefined && <h2 id={id}>{block.title}</h2>}
      {block.kind === 'fields' ? (
        <FieldsBlock model={model} block={block} />
      ) : block.kind === 'image' ? (
        <ImageBlock model={model} block={block} />
      ) : (
        <TableBlock of={model.definition.name} block={block} answers={{ detail: model.detail, ...answers }} />
      )}
    </section>
  )
}

const NestedRecords = ({ model, part }: BlockProps) => {
  const { definition, detail, record, permissions } = model
  return <PartBlock parent={definition} {...{ part, detail, record, permissions }} />
}

const Part = ({ model, block }: Of<'part'>) => {
  const part = model.parts.find(({ name }) => name === block.resource)
  if (part === undefined) return null
  const Own = block.widget === undefined ? NestedRecords : installedConsole().blocks[block.widget]?.Block
  return Own === undefined ? null : (
    <div className="cs-block">
      <Own model={model} part={part} />
    </div>
  )
}

/** A separate chunk: few pages have such a block, and it needs the code of lists. */
const LazyReferenceList = lazyComponent(
  async () => (await import('../list/ReferenceList.tsx')).ReferenceList,
  <div className="cs-skeleton-rows" aria-busy="true" />,
)

const Referring = ({ model, block }: Of<'list'>) => {
  const id = useId()
  const { title } = block
  const definition = listResource(block.resource)
  if (definition === undefined) return null
  return (
    <section
      className="cs-block"
      {...(title === undefined ? { 'aria-label': definition.label } : { 'aria-labelledby': id })}
    >
      {title !== undefined && <h2 id={id}>{title}</h2>}
      <LazyReferenceList model={model} block={block} definition={definition} />
    </section>
  )
}

/** A separate chunk: it is opened on demand, and few pages have it. */
const LazyHistory = lazyComponent(
  async () => (await import('./history/HistoryBlock.tsx')).HistoryBlock,
  <div className="cs-skeleton-rows" aria-busy="true" />,
)

const Raw = ({ model, block }: Of<'raw'>) =>
  model.permissions?.includes(block.permission) === true ? (
    <div className="cs-block">
      <RawBlock title={block.title} detail={model.detail} />
    </div>
  ) : null

/** One block of a record's page. It is absent when the person may not see it. */
export const BlockView = ({ model, block, answers = {} }: BlockViewProps) => {
  if (block.kind === 'part') return <Part model={model} block={block} />
  if (block.kind === 'list') return <Referring model={model} block={block} />
  if (block.kind === 'raw') return <Raw model={model} block={block} />
  if (block.kind === 'history') return <LazyHistory model={model} />
  if (block.kind === 'image' && ['absent', 'denied'].includes(imageAccess(model, block).state)) return null
  return <Titled model={model} block={block} answers={answers} />
}
