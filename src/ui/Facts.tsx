import type { ComponentProps, ReactNode } from 'react'
import './facts.css'

interface FactsProps extends ComponentProps<'dl'> {
  /**
   * In two columns, between hairlines, in a line of text, or each value below its label. The default is a plain list.
   */
  readonly kind?: 'columns' | 'lines' | 'inline' | 'stacked'
}

/** Labelled values, each a `FactLine`. */
export const Facts = ({ kind, className, ...rest }: FactsProps) => (
  <dl className={['cs-facts', kind && `cs-facts--${kind}`, className].filter(Boolean).join(' ')} {...rest} />
)

export const FactLine = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
