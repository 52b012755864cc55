import type { Key, ReactNode } from 'react'
import './grid.css'

export interface TableColumn<Item> {
  readonly label: string
  /** Its title is for assistive technology only. */
  readonly isUntitled?: boolean
  /** Its cells name their rows. */
  readonly isName?: boolean | undefined
  readonly className?: string | undefined
  /** The part of a definition that it is drawn from. */
  readonly explain?: string
  readonly draw: (item: Item, index: number) => ReactNode
}

interface TableProps<Item> {
  readonly label: string
  readonly columns: readonly TableColumn<Item>[]
  readonly items: readonly Item[]
  readonly keyOf?: (item: Item) => Key | undefined
  /** True for a row that is expanded, which its `data-open` says. */
  readonly isOpen?: (index: number) => boolean
  readonly className?: string
}

/** A plain table: what a record has several of. It scrolls sideways in its own box, or stacks its cells on a phone. */
export const Table = <Item,>({ label, columns, items, keyOf, isOpen, className = '' }: TableProps<Item>) => (
  <div className="cs-grid-box">
    <table className={`cs-grid ${className}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.label} scope="col" className={column.className} data-explain={column.explain}>
              {column.isUntitled === true ? <span className="cs-visually-hidden">{column.label}</span> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          <tr key={keyOf?.(item) ?? index} data-open={isOpen?.(index) || undefined}>
            {columns.map((column) => {
              const Cell = column.isName === true ? 'th' : 'td'
              return (
                <Cell
                  key={column.label}
                  scope={column.isName === true ? 'row' : undefined}
                  className={column.className}
                  data-label={column.label}
                >
                  {column.draw(item, index)}
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
