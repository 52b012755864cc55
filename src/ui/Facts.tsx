import type { ComponentProps } from 'react'
import './facts.css'

interface FactsProps extends ComponentProps<'dl'> {
  /**
   * In two columns, between hairlines, in a line of text, or each value below its label. The default is a plain list.
   */
  readonly kind?: 'columns' | 'lines' | 'inline' | 'stacked'
}

/** Labelled values: a `div` with a `dt` and a `dd` for each. */
export const Facts = ({ kind, className, ...rest }: FactsProps) => (
  <dl className={['cs-facts', kind && `cs-facts--${kind}`, className].filter(Boolean).join(' ')} {...rest} />
)
