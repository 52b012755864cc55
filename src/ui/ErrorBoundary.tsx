import { Component } from 'react'
import type { ReactNode } from 'react'

interface Props {
  /** Shown instead of what threw; `retry` draws that again. */
  readonly fallback: (retry: () => void) => ReactNode
  readonly children: ReactNode
}

/** Keeps an error in what it draws from taking the rest of the page along. A new `key` starts it over. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.fallback(() => this.setState({ failed: false })) : this.props.children
  }
}
